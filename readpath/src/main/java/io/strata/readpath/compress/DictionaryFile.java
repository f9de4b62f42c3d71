package io.strata.readpath.compress;

import io.strata.l2.memory.KeptMemory;
import io.strata.l2.memory.PrivateFile;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The file of dictionaries beside a file of blocks. Readable by its owner only, and replaced as a
 * whole. Not thread-safe.
 *
 * <pre>
 *   magic, version, number             12 bytes
 *   length, name of the family         of each dictionary: 4 bytes, UTF-8
 *   length, content                    4 bytes, bytes
 *   SHA-256 of all before              32 bytes
 * </pre>
 */
final class DictionaryFile {
  private static final String SUFFIX = ".dictionaries";
  private static final String UNFINISHED_SUFFIX = ".dictionaries.new";
  private static final int MAGIC = 0x44494354;
  private static final int VERSION = 1;
  private static final int HASH_BYTES = 32;
  private static final long MAX_BYTES = 64L << 20;

  private static final FileAttribute<?>[] OWNER_ONLY =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
          ? new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
          }
          : new FileAttribute<?>[0];

  private final Path file;
  private final Path unfinished;

  /** Creates the object for the file beside one of blocks; neither has to exist. */
  DictionaryFile(Path blocks) {
    file = blocks.resolveSibling(blocks.getFileName() + SUFFIX);
    unfinished = blocks.resolveSibling(blocks.getFileName() + UNFINISHED_SUFFIX);
  }

  Path path() {
    return file;
  }

  /**
   * Returns the dictionaries; none if the file is absent.
   *
   * @throws IOException if it cannot be read, is damaged, or is not private to this user
   */
  List<Dictionary> read() throws IOException {
    Optional<KeptMemory.Fault> fault = PrivateFile.fault(file);
    if (fault.isPresent()) {
      throw new IOException(fault.get().problem() + ": " + fault.get().fix());
    }
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    if (Files.size(file) > MAX_BYTES) {
      throw new IOException("it is too long");
    }
    return dictionaries(Files.readAllBytes(file));
  }

  private static List<Dictionary> dictionaries(byte[] bytes) throws IOException {
    int end = bytes.length - HASH_BYTES;
    if (end < 0
        || !Arrays.equals(
            hash(Arrays.copyOf(bytes, end)), Arrays.copyOfRange(bytes, end, bytes.length))) {
      throw new IOException("it is damaged");
    }
    ByteBuffer from = ByteBuffer.wrap(bytes, 0, end);
    if (from.getInt() != MAGIC || from.getInt() != VERSION) {
      throw new IOException("it has an unknown format");
    }
    List<Dictionary> all = new ArrayList<>();
    for (int left = from.getInt(); left > 0; left--) {
      String family = new String(part(from), StandardCharsets.UTF_8);
      all.add(new Dictionary(family, part(from)));
    }
    return all;
  }

  private static byte[] part(ByteBuffer from) {
    byte[] bytes = new byte[from.getInt()];
    from.get(bytes);
    return bytes;
  }

  private static byte[] hash(byte[] bytes) {
    return Dictionary.sha256().digest(bytes);
  }

  /** Deletes the file, and what a killed process left of writing it. */
  void delete() throws IOException {
    Files.deleteIfExists(file);
    Files.deleteIfExists(unfinished);
  }

  /** Replaces the file; the dictionaries are on the disk when this returns. */
  void write(Collection<Dictionary> dictionaries) throws IOException {
    byte[] bytes = bytes(dictionaries);
    // A new file, never one or a link that another user made.
    Files.deleteIfExists(unfinished);
    try (FileChannel channel =
        FileChannel.open(
            unfinished,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            OWNER_ONLY)) {
      for (ByteBuffer part : List.of(ByteBuffer.wrap(bytes), ByteBuffer.wrap(hash(bytes)))) {
        while (part.hasRemaining()) {
          channel.write(part);
        }
      }
      channel.force(true);
    }
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static byte[] bytes(Collection<Dictionary> dictionaries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(MAGIC);
    out.writeInt(VERSION);
    out.writeInt(dictionaries.size());
    for (Dictionary each : dictionaries) {
      for (byte[] part : List.of(each.familyBytes(), each.content())) {
        out.writeInt(part.length);
        out.write(part);
      }
    }
    return bytes.toByteArray();
  }
}

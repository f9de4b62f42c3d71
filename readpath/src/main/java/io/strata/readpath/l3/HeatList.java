package io.strata.readpath.l3;

import io.strata.flash.device.PrivateFile;
import io.strata.readpath.config.Secrets;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The file in which a graceful stop lists the keys of the blocks that were in memory and are on
 * flash, hottest first, for the next start. Readable by its owner only. Immutable; {@link Writer}
 * and {@link Reader} are not thread-safe.
 *
 * <pre>
 *   magic, version, id of the store    24 bytes
 *   number, [name,] offset             of each block: varints; the name (2 bytes of length, UTF-8)
 *                                      if the number is one more than the highest before
 *   0
 *   CRC-32C of all before              4 bytes
 * </pre>
 */
public final class HeatList {
  private static final String SUFFIX = ".heat";
  private static final String UNFINISHED_SUFFIX = ".heat.new";
  private static final int MAGIC = 0x48454154;
  private static final int VERSION = 1;
  private static final int END = 0;
  private static final int CHECKSUM_BYTES = Integer.BYTES;
  private static final int BUFFER_BYTES = 64 << 10;

  private final Path file;
  private final UUID store;

  /**
   * Creates the list beside a file of the flash tier.
   *
   * @param store the id of the format of the blocks
   */
  public HeatList(Path device, UUID store) {
    this.file = device.resolveSibling(device.getFileName() + SUFFIX);
    this.store = store;
  }

  /** Returns whether the file exists. */
  public boolean exists() {
    return Files.exists(file);
  }

  /** Returns the file and the error's message, without secrets. */
  public String failed(Exception error) {
    return Secrets.masked(file + ": " + error.getMessage());
  }

  /** Deletes the file if it exists. */
  public void delete() throws IOException {
    Files.deleteIfExists(file);
  }

  // ---- at a stop

  /** Starts a new list, which replaces the old one at {@link Writer#commit}. */
  public Writer write() throws IOException {
    return new Writer();
  }

  /** Writes a list to a temporary file. */
  public final class Writer implements Closeable {
    private final Path unfinished = file.resolveSibling(nameOfUnfinished());
    private final Map<String, Integer> numbers = new HashMap<>();
    private final CheckedOutputStream checked;
    private final DataOutputStream out;
    private boolean committed;

    private Writer() throws IOException {
      FileChannel channel = PrivateFile.open(unfinished);
      channel.truncate(0);
      checked = new CheckedOutputStream(Channels.newOutputStream(channel), new CRC32C());
      out = new DataOutputStream(new BufferedOutputStream(checked, BUFFER_BYTES));
      out.writeInt(MAGIC);
      out.writeInt(VERSION);
      out.writeLong(store.getMostSignificantBits());
      out.writeLong(store.getLeastSignificantBits());
    }

    /** Adds a block, which is colder than those before. */
    public void add(String name, long offset) throws IOException {
      int next = numbers.size() + 1;
      int number = numbers.computeIfAbsent(name, any -> next);
      writeLong(number);
      if (number == next) {
        out.writeUTF(name);
      }
      writeLong(offset);
    }

    /**
     * Writes a varint: seven bits in a byte, the lowest first; the high bit of all but the last.
     */
    private void writeLong(long value) throws IOException {
      long rest = value;
      while ((rest & ~0x7FL) != 0) {
        out.writeByte((int) ((rest & 0x7F) | 0x80));
        rest >>>= 7;
      }
      out.writeByte((int) rest);
    }

    /** Completes the list and replaces the old one. */
    public void commit() throws IOException {
      writeLong(END);
      out.flush();
      out.writeInt((int) checked.getChecksum().getValue());
      out.close();
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
      committed = true;
    }

    @Override
    public void close() throws IOException {
      if (!committed) {
        out.close();
        Files.deleteIfExists(unfinished);
      }
    }
  }

  private String nameOfUnfinished() {
    String name = String.valueOf(file.getFileName());
    return name.substring(0, name.length() - SUFFIX.length()) + UNFINISHED_SUFFIX;
  }

  // ---- at a start

  /**
   * Opens the list; returns null if there is none.
   *
   * @throws IOException if it cannot be read, is damaged, or has another format
   */
  public @Nullable Reader read() throws IOException {
    if (!exists()) {
      return null;
    }
    requireWhole();
    return new Reader();
  }

  private void requireWhole() throws IOException {
    CRC32C checksum = new CRC32C();
    try (InputStream in = Files.newInputStream(file)) {
      long left = Files.size(file) - CHECKSUM_BYTES;
      byte[] some = new byte[BUFFER_BYTES];
      while (left > 0) {
        int count = in.readNBytes(some, 0, (int) Math.min(left, some.length));
        if (count == 0) {
          throw new IOException("it is truncated");
        }
        checksum.update(some, 0, count);
        left -= count;
      }
      if (left < 0 || new DataInputStream(in).readInt() != (int) checksum.getValue()) {
        throw new IOException("it is damaged");
      }
    }
  }

  /** A block. */
  public record Entry(String name, long offset) {}

  /** Reads a list. */
  public final class Reader implements Closeable {
    private final List<String> names = new ArrayList<>();
    private final DataInputStream in;

    private Reader() throws IOException {
      in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES));
      boolean known = false;
      try {
        known =
            in.readInt() == MAGIC
                && in.readInt() == VERSION
                && in.readLong() == store.getMostSignificantBits()
                && in.readLong() == store.getLeastSignificantBits();
      } finally {
        if (!known) {
          in.close();
        }
      }
      if (!known) {
        throw new IOException("it has an unknown format");
      }
    }

    /** Returns the next block, which is colder than those before; null at the end. */
    public @Nullable Entry next() throws IOException {
      long number = readLong();
      if (number == END) {
        return null;
      }
      if (number < 1 || number > names.size() + 1) {
        throw new IOException("it has no file number " + number);
      }
      if (number > names.size()) {
        names.add(in.readUTF());
      }
      return new Entry(names.get((int) number - 1), readLong());
    }

    private long readLong() throws IOException {
      long value = 0;
      for (int shift = 0; shift < Long.SIZE; shift += 7) {
        byte next = in.readByte();
        value |= (next & 0x7FL) << shift;
        if (next >= 0) {
          return value;
        }
      }
      throw new IOException("it has a number that is too long");
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}

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
 * The file in which a stop leaves the keys of the blocks that were in memory and are on disks,
 * hottest first, for the next start. Only its owner may read it. Immutable; its {@link Writer} and
 * {@link Reader} are one thread's each.
 *
 * <pre>
 *   magic, version, id of the store    24 bytes
 *   number, [name,] offset             of each block: variable lengths, the name (2 bytes of length,
 *                                      UTF-8) where the number is one more than the highest before
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
   * The list beside a file of the tier on disks.
   *
   * @param store which tells the blocks of one format from those of another
   */
  public HeatList(Path device, UUID store) {
    this.file = device.resolveSibling(device.getFileName() + SUFFIX);
    this.store = store;
  }

  /** Returns whether there is one. */
  public boolean exists() {
    return Files.exists(file);
  }

  /** Returns the file and what went wrong with it, without secrets. */
  public String failed(Exception error) {
    return Secrets.masked(file + ": " + error.getMessage());
  }

  /** Deletes it, if it is there. */
  public void delete() throws IOException {
    Files.deleteIfExists(file);
  }

  // ---- at a stop

  /** Begins a list, which takes the place of the one before by {@link Writer#commit}. */
  public Writer write() throws IOException {
    return new Writer();
  }

  /** Writes a list under another name, until all of it is written. */
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

    /** Adds a block, which is less hot than those before. */
    public void add(String name, long offset) throws IOException {
      int next = numbers.size() + 1;
      int number = numbers.computeIfAbsent(name, any -> next);
      writeLong(number);
      if (number == next) {
        out.writeUTF(name);
      }
      writeLong(offset);
    }

    /** Seven bits a byte, the lowest first; the uppermost bit of a byte says that more follow. */
    private void writeLong(long value) throws IOException {
      long rest = value;
      while ((rest & ~0x7FL) != 0) {
        out.writeByte((int) ((rest & 0x7F) | 0x80));
        rest >>>= 7;
      }
      out.writeByte((int) rest);
    }

    /** Puts the list in the place of the one before. */
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
   * Opens the list, if there is one.
   *
   * @throws IOException when it cannot be read, is damaged, or of another store or version
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
          throw new IOException("it is shorter than it was");
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
        throw new IOException("it is of another version");
      }
    }

    /** Returns the next block, which is less hot than those before; null at the end. */
    public @Nullable Entry next() throws IOException {
      long number = readLong();
      if (number == END) {
        return null;
      }
      if (number < 1 || number > names.size() + 1) {
        throw new IOException("it names no file by the number " + number);
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
      throw new IOException("it has a number of too many bytes");
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}

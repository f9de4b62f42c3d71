package io.strata.flash.restart;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of one region, with the names of their files. One thread.
 *
 * <pre>
 *  region  writer  sequence  names  entries | bytes, name | ... | offset  position  bytes  name  bytes in file | ...
 *  4       16      8         4      4       | 2           |     | 8       4         4      4     4             |
 * </pre>
 *
 * Names are numbered from 0, within the region.
 */
final class SnapshotRegion {
  private static final int FIXED_BYTES = SnapshotRecord.HEADER_BYTES + 4 + 16 + 8 + 4 + 4;
  private static final int ENTRY_BYTES = 8 + 4 + 4 + 4 + 4;
  private static final int FIRST_ENTRIES = 256;

  private final int region;
  private final UUID writer;
  private final long sequence;
  private final List<String> names = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private ByteBuffer entries = ByteBuffer.allocate(FIRST_ENTRIES * ENTRY_BYTES);

  /**
   * @param region its place on its device
   */
  SnapshotRegion(int region, UUID writer, long sequence) {
    this.region = region;
    this.writer = writer;
    this.sequence = sequence;
  }

  int region() {
    return region;
  }

  UUID writer() {
    return writer;
  }

  long sequence() {
    return sequence;
  }

  List<String> names() {
    return names;
  }

  void add(String file, long offset, int position, int bytes, int bytesInFile) {
    Integer name = numbers.get(file);
    if (name == null) {
      name = names.size();
      numbers.put(file, name);
      names.add(file);
    }
    if (!entries.hasRemaining()) {
      entries = ByteBuffer.allocate(2 * entries.capacity()).put(entries.flip());
    }
    entries.putLong(offset).putInt(position).putInt(bytes).putInt(name).putInt(bytesInFile);
  }

  ByteBuffer encode() {
    List<byte[]> encoded = new ArrayList<>();
    int bytes = FIXED_BYTES + entries.position();
    for (String each : names) {
      byte[] name = each.getBytes(UTF_8);
      encoded.add(name);
      bytes += Short.BYTES + name.length;
    }
    ByteBuffer part = ByteBuffer.allocate(SnapshotRecord.roundUp(bytes));
    part.position(SnapshotRecord.HEADER_BYTES);
    part.putInt(region);
    part.putLong(writer.getMostSignificantBits()).putLong(writer.getLeastSignificantBits());
    part.putLong(sequence);
    part.putInt(names.size()).putInt(entries.position() / ENTRY_BYTES);
    encoded.forEach(each -> SnapshotRecord.putText(part, each));
    part.put(entries.duplicate().flip());
    part.clear();
    SnapshotRecord.write(part, SnapshotRecord.REGION);
    return part;
  }

  /** Is given each entry. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Is given one.
     *
     * @param name of the file, by its number within the region
     */
    void visit(int name, long offset, int position, int bytes, int bytesInFile);
  }

  /** What a valid part says, or null when it is none that a snapshot writes. */
  static @Nullable SnapshotRegion decode(ByteBuffer part) {
    try {
      part.position(SnapshotRecord.HEADER_BYTES);
      SnapshotRegion decoded =
          new SnapshotRegion(
              part.getInt(), new UUID(part.getLong(), part.getLong()), part.getLong());
      int nameCount = part.getInt();
      int entryBytes = Math.multiplyExact(part.getInt(), ENTRY_BYTES);
      for (int i = 0; i < nameCount; i++) {
        decoded.names.add(SnapshotRecord.text(part));
      }
      decoded.entries = part.slice(part.position(), entryBytes);
      return decoded;
    } catch (BufferUnderflowException | IndexOutOfBoundsException | ArithmeticException e) {
      return null;
    }
  }

  /** Shows all entries of a region that was decoded; those of no name are left out. */
  void visit(Visitor visitor) {
    for (int at = 0; at < entries.limit(); at += ENTRY_BYTES) {
      int name = entries.getInt(at + 16);
      if (name >= 0 && name < names.size()) {
        visitor.visit(
            name,
            entries.getLong(at),
            entries.getInt(at + 8),
            entries.getInt(at + 12),
            entries.getInt(at + 20));
      }
    }
  }
}

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
 * The record of a region's blocks, with the names of their files. Used by one thread.
 *
 * <pre>
 *  region  writer  sequence  names  entries | bytes, name | ... | offset  position  bytes  name  bytes in file | ...
 *  4       16      8         4      4       | 2           |     | 8       4         4      4     4             |
 * </pre>
 *
 * Names are numbered from 0 within the record.
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
   * @param region its index on its device
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
    ByteBuffer record = ByteBuffer.allocate(SnapshotRecord.roundUp(bytes));
    record.position(SnapshotRecord.HEADER_BYTES);
    record.putInt(region);
    record.putLong(writer.getMostSignificantBits()).putLong(writer.getLeastSignificantBits());
    record.putLong(sequence);
    record.putInt(names.size()).putInt(entries.position() / ENTRY_BYTES);
    encoded.forEach(each -> SnapshotRecord.putText(record, each));
    record.put(entries.duplicate().flip());
    record.clear();
    SnapshotRecord.write(record, SnapshotRecord.REGION);
    return record;
  }

  /** Visits the entries of a record. */
  @FunctionalInterface
  interface ListedBlockVisitor {
    /**
     * Visits an entry.
     *
     * @param name the number of the file's name within the record
     */
    void visit(int name, long offset, int position, int bytes, int bytesInFile);
  }

  /** Decodes a valid record; null if it is not one that a snapshot writes. */
  static @Nullable SnapshotRegion decode(ByteBuffer record) {
    try {
      record.position(SnapshotRecord.HEADER_BYTES);
      SnapshotRegion decoded =
          new SnapshotRegion(
              record.getInt(), new UUID(record.getLong(), record.getLong()), record.getLong());
      int nameCount = record.getInt();
      int entryBytes = Math.multiplyExact(record.getInt(), ENTRY_BYTES);
      for (int i = 0; i < nameCount; i++) {
        decoded.names.add(SnapshotRecord.text(record));
      }
      decoded.entries = record.slice(record.position(), entryBytes);
      return decoded;
    } catch (BufferUnderflowException | IndexOutOfBoundsException | ArithmeticException e) {
      return null;
    }
  }

  /** Visits all entries of a decoded record, except those without a name. */
  void visit(ListedBlockVisitor visitor) {
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

package io.strata.flash.layout;

import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The header at the beginning of each written region, big-endian. It is stored twice, so that
 * damage to one copy costs nothing.
 *
 * <pre>
 *  0        4          8         24        40          48         52         56      64      72
 * +--------+----------+---------+---------+-----------+----------+----------+-------+-------+
 * | magic  | CRC32C   | store   | writer  | sequence  | region   | region   | used  | check |
 * |        |          |         |         |           |          | bytes    | bytes | of key|
 * +--------+----------+---------+---------+-----------+----------+----------+-------+-------+
 * </pre>
 *
 * The checksum covers what follows it. The store is identified by its owner; a region of another
 * store is foreign. The writer is a random id that each start generates for each device, so writer
 * and sequence identify a region for all time. The sequence increases with each region that is
 * filled, on any device: of two regions the one with the higher sequence is newer. The header of
 * each block contains it too, so that blocks of an earlier region in the same space are not taken
 * for this region's.
 */
public final class RegionHeader {
  private static final int COPY_BYTES = 512;
  private static final int COPIES = 2;

  /** Bytes before the first block. */
  public static final int BYTES = COPIES * COPY_BYTES;

  private static final int MAGIC = 0x53_4c_33_52;
  private static final int CRC = 4;
  private static final int STORE = 8;
  private static final int WRITER = 24;
  private static final int SEQUENCE = 40;
  private static final int REGION = 48;
  private static final int REGION_BYTES = 52;
  private static final int USED_BYTES = 56;
  private static final int KEY_CHECK = 64;
  private static final int END = 72;

  private RegionHeader() {}

  /**
   * The fields of a header.
   *
   * @param store the id of the store
   * @param writer the id of the start of the store that wrote the region, on this device
   * @param sequence of the region in the order of all regions, from 1
   * @param region its index in the file, from 0
   * @param regionBytes the size of a region
   * @param usedBytes the bytes in use, including this header
   * @param keyCheck identifies the key that the blocks are encrypted with
   */
  public record Fields(
      UUID store,
      UUID writer,
      long sequence,
      int region,
      int regionBytes,
      int usedBytes,
      long keyCheck) {}

  /** Writes a header at the beginning of a region. */
  public static void write(ByteBuffer memory, Fields fields) {
    for (int copy = 0; copy < COPIES; copy++) {
      writeCopy(memory.slice(copy * COPY_BYTES, COPY_BYTES), fields);
    }
  }

  private static void writeCopy(ByteBuffer memory, Fields fields) {
    memory.putInt(0, MAGIC);
    putId(memory, STORE, fields.store);
    putId(memory, WRITER, fields.writer);
    memory.putLong(SEQUENCE, fields.sequence);
    memory.putInt(REGION, fields.region);
    memory.putInt(REGION_BYTES, fields.regionBytes);
    memory.putInt(USED_BYTES, fields.usedBytes);
    memory.putInt(USED_BYTES + Integer.BYTES, 0);
    memory.putLong(KEY_CHECK, fields.keyCheck);
    for (int at = END; at < COPY_BYTES; at += Long.BYTES) {
      memory.putLong(at, 0);
    }
    memory.putInt(CRC, checksum(memory));
  }

  /** Returns the fields of the header at the beginning, or null if no copy is undamaged. */
  public static @Nullable Fields read(ByteBuffer memory) {
    for (int copy = 0; copy < COPIES && memory.limit() >= BYTES; copy++) {
      ByteBuffer each = memory.slice(copy * COPY_BYTES, COPY_BYTES);
      if (each.getInt(0) == MAGIC && each.getInt(CRC) == checksum(each)) {
        return fieldsOf(each);
      }
    }
    return null;
  }

  private static Fields fieldsOf(ByteBuffer memory) {
    return new Fields(
        getId(memory, STORE),
        getId(memory, WRITER),
        memory.getLong(SEQUENCE),
        memory.getInt(REGION),
        memory.getInt(REGION_BYTES),
        memory.getInt(USED_BYTES),
        memory.getLong(KEY_CHECK));
  }

  private static void putId(ByteBuffer memory, int at, UUID id) {
    memory.putLong(at, id.getMostSignificantBits());
    memory.putLong(at + Long.BYTES, id.getLeastSignificantBits());
  }

  private static UUID getId(ByteBuffer memory, int at) {
    return new UUID(memory.getLong(at), memory.getLong(at + Long.BYTES));
  }

  private static int checksum(ByteBuffer memory) {
    CRC32C crc = new CRC32C();
    crc.update(memory.slice(STORE, COPY_BYTES - STORE));
    return (int) crc.getValue();
  }
}

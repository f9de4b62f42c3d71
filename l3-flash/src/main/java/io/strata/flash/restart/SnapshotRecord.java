package io.strata.flash.restart;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The framing of the records of a snapshot in its file, big-endian. Stateless.
 *
 * <pre>
 *  0        4          8        12       16
 * +--------+----------+--------+--------+- - - - - - -+
 * | magic  | CRC32C   | bytes  | kind   | contents    |
 * +--------+----------+--------+--------+- - - - - - -+
 * </pre>
 *
 * The checksum covers what follows it. Bytes are the length of the whole record, a multiple of
 * {@link #UNIT}. Each record is independent, so a damaged one loses its own contents and nothing
 * else. The magic changes with the format, so records of another format are not recognized.
 */
final class SnapshotRecord {
  static final int UNIT = 8;
  static final int HEADER_BYTES = 16;

  /** More than a region of the maximum size needs. */
  static final int MAX_BYTES = 64 << 20;

  /** The kind of a {@link SnapshotHead}. */
  static final int HEAD = 1;

  /** The kind of a {@link SnapshotRegion}. */
  static final int REGION = 2;

  /** The kind of a {@link SnapshotOwner}. */
  static final int OWNER = 3;

  private static final int MAGIC = 0x53_4c_33_32;
  private static final int CRC = 4;
  private static final int BYTES = 8;
  private static final int KIND = 12;

  private SnapshotRecord() {}

  static int roundUp(int bytes) {
    return (bytes + UNIT - 1) / UNIT * UNIT;
  }

  /** Writes the header of a record whose contents are written. */
  static void write(ByteBuffer record, int kind) {
    record.putInt(0, MAGIC);
    record.putInt(BYTES, record.limit());
    record.putInt(KIND, kind);
    record.putInt(CRC, checksum(record, record.limit()));
  }

  /** Returns the length of the record that may begin here, or 0 if none does. */
  static int bytes(ByteBuffer memory) {
    if (memory.getInt(0) != MAGIC) {
      return 0;
    }
    int bytes = memory.getInt(BYTES);
    return bytes >= HEADER_BYTES && bytes <= MAX_BYTES && bytes % UNIT == 0 ? bytes : 0;
  }

  /** Returns whether the record is undamaged. */
  static boolean isValid(ByteBuffer memory, int bytes) {
    return memory.getInt(CRC) == checksum(memory, bytes);
  }

  static int kind(ByteBuffer memory) {
    return memory.getInt(KIND);
  }

  /** Writes a text in UTF-8 of at most 65,535 bytes, after its length. */
  static void putText(ByteBuffer record, byte[] text) {
    record.putShort((short) text.length).put(text);
  }

  /** Reads a text written by {@link #putText}. */
  static String text(ByteBuffer record) {
    byte[] text = new byte[Short.toUnsignedInt(record.getShort())];
    record.get(text);
    return new String(text, UTF_8);
  }

  private static int checksum(ByteBuffer memory, int bytes) {
    CRC32C crc = new CRC32C();
    crc.update(memory.slice(BYTES, bytes - BYTES));
    return (int) crc.getValue();
  }
}

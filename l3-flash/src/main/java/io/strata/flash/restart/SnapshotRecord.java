package io.strata.flash.restart;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * How parts of a snapshot follow each other in its file, big-endian. Pure arithmetic.
 *
 * <pre>
 *  0        4          8        12       16
 * +--------+----------+--------+--------+- - - - - - -+
 * | magic  | CRC32C   | bytes  | kind   | contents    |
 * +--------+----------+--------+--------+- - - - - - -+
 * </pre>
 *
 * The checksum is of what follows it. Bytes are those of all the part, a multiple of {@link #UNIT}.
 * Each part stands for itself, so that a damaged one costs what it says and nothing else. The magic
 * changes with the format: parts of another are no parts.
 */
final class SnapshotRecord {
  static final int UNIT = 8;
  static final int HEADER_BYTES = 16;

  /** As many as a region of the largest size can need, and more. */
  static final int MAX_BYTES = 64 << 20;

  /** {@link SnapshotHead}. */
  static final int HEAD = 1;

  /** {@link SnapshotRegion}. */
  static final int REGION = 2;

  /** {@link SnapshotOwner}. */
  static final int OWNER = 3;

  private static final int MAGIC = 0x53_4c_33_32;
  private static final int CRC = 4;
  private static final int BYTES = 8;
  private static final int KIND = 12;

  private SnapshotRecord() {}

  static int roundUp(int bytes) {
    return (bytes + UNIT - 1) / UNIT * UNIT;
  }

  /** Writes the header of a part whose contents are in their place. */
  static void write(ByteBuffer part, int kind) {
    part.putInt(0, MAGIC);
    part.putInt(BYTES, part.limit());
    part.putInt(KIND, kind);
    part.putInt(CRC, checksum(part, part.limit()));
  }

  /** Bytes of the part that may begin here, or 0 when none does. */
  static int bytes(ByteBuffer memory) {
    if (memory.getInt(0) != MAGIC) {
      return 0;
    }
    int bytes = memory.getInt(BYTES);
    return bytes >= HEADER_BYTES && bytes <= MAX_BYTES && bytes % UNIT == 0 ? bytes : 0;
  }

  /** Whether the part is unharmed. */
  static boolean isValid(ByteBuffer memory, int bytes) {
    return memory.getInt(CRC) == checksum(memory, bytes);
  }

  static int kind(ByteBuffer memory) {
    return memory.getInt(KIND);
  }

  /** Writes a text of 65,535 bytes at most, in UTF-8, and before it their number. */
  static void putText(ByteBuffer part, byte[] text) {
    part.putShort((short) text.length).put(text);
  }

  /** Reads such a text. */
  static String text(ByteBuffer part) {
    byte[] text = new byte[Short.toUnsignedInt(part.getShort())];
    part.get(text);
    return new String(text, UTF_8);
  }

  private static int checksum(ByteBuffer memory, int bytes) {
    CRC32C crc = new CRC32C();
    crc.update(memory.slice(BYTES, bytes - BYTES));
    return (int) crc.getValue();
  }
}

package io.strata.flash.layout;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The header in front of each block in a region. It suffices to find the block without the index,
 * and to reject bytes that are not the block. Big-endian. The name of the block's file follows,
 * then the block; all is rounded up to {@link FlashAddress#UNIT}.
 *
 * <pre>
 *  0        4          8          12     16          24       32       36      40       44     48      56
 * +--------+----------+----------+------+-----------+--------+--------+-------+--------+------+-------+- - - - - -+
 * | magic  | CRC32C   | CRC32C   | name | sequence  | offset | length | posi- | bytes  | attr-| stamp | file name |
 * |        | of what  | of block | bytes| of region | in file|        | tion  | in file| ibut.|       |           |
 * +--------+-follows--+----------+------+-----------+--------+--------+-------+--------+------+-------+- - - - - -+
 * </pre>
 *
 * The first checksum covers the rest of the header and the name. Sequence and position tell for
 * which region and position the header was written: bytes left by an earlier region, or misplaced,
 * are no block. Length and second checksum are those of the stored bytes, which may be encrypted.
 */
public final class BlockHeader {
  /** Bytes before the file name. */
  public static final int FIXED_BYTES = 56;

  /** The maximum length of a file name in bytes. */
  public static final int MAX_NAME_BYTES = 1 << 10;

  private static final int MAGIC = 0x53_4c_33_42;
  private static final int CRC = 4;
  private static final int BLOCK_CRC = 8;
  private static final int NAME_BYTES = 12;
  private static final int SEQUENCE = 16;
  private static final int OFFSET = 24;
  private static final int LENGTH = 32;
  private static final int POSITION = 36;
  private static final int BYTES_IN_FILE = 40;
  private static final int ATTRIBUTES = 44;
  private static final int STAMP = 48;

  private BlockHeader() {}

  /** Returns the bytes that a block takes in a region. */
  public static int totalBytes(int nameBytes, int length) {
    return FlashAddress.roundUp(FIXED_BYTES + nameBytes + length);
  }

  /** Returns the offset of the block behind the header and the name. */
  public static int bytes(int nameBytes) {
    return FIXED_BYTES + nameBytes;
  }

  /**
   * Writes the fields of a header. The header becomes valid by {@link #seal}.
   *
   * @param memory begins at the header
   * @param position of the header in the region
   * @param length of the stored bytes
   * @param bytesInFile that the block takes in its file; 0 if unknown
   */
  public static void describe(
      ByteBuffer memory,
      long sequence,
      int position,
      byte[] name,
      long offset,
      int length,
      int bytesInFile,
      int attributes,
      long stamp) {
    memory.putInt(NAME_BYTES, name.length);
    memory.putLong(SEQUENCE, sequence);
    memory.putLong(OFFSET, offset);
    memory.putInt(LENGTH, length);
    memory.putInt(POSITION, position);
    memory.putInt(BYTES_IN_FILE, bytesInFile);
    memory.putInt(ATTRIBUTES, attributes);
    memory.putLong(STAMP, stamp);
    memory.put(FIXED_BYTES, name);
  }

  /** Makes a header valid whose fields and block are written. */
  public static void seal(ByteBuffer memory) {
    int nameBytes = nameBytes(memory);
    memory.putInt(0, MAGIC);
    memory.putInt(BLOCK_CRC, checksum(memory, bytes(nameBytes), length(memory)));
    memory.putInt(CRC, checksum(memory, BLOCK_CRC, bytes(nameBytes) - BLOCK_CRC));
  }

  /** Returns the fields after the checksums and the name, which identify the block. */
  public static ByteBuffer identity(ByteBuffer memory) {
    return memory.slice(NAME_BYTES, bytes(nameBytes(memory)) - NAME_BYTES);
  }

  /** Returns the stored bytes of the block. */
  public static ByteBuffer stored(ByteBuffer memory) {
    return memory.slice(bytes(nameBytes(memory)), length(memory));
  }

  /**
   * Returns whether {@code memory} begins with an undamaged header for this sequence and position,
   * whose block fits into {@code memory}. Does not check the block's bytes.
   */
  public static boolean isValid(ByteBuffer memory, long sequence, int position) {
    int available = memory.limit();
    if (available < FIXED_BYTES
        || memory.getInt(0) != MAGIC
        || memory.getLong(SEQUENCE) != sequence
        || memory.getInt(POSITION) != position) {
      return false;
    }
    int nameBytes = memory.getInt(NAME_BYTES);
    int length = memory.getInt(LENGTH);
    return nameBytes >= 0
        && nameBytes <= MAX_NAME_BYTES
        && length > 0
        && length <= available - bytes(0) - nameBytes
        && memory.getInt(CRC) == checksum(memory, BLOCK_CRC, bytes(nameBytes) - BLOCK_CRC);
  }

  /** Returns whether a valid header belongs to this block. */
  public static boolean isOf(ByteBuffer memory, byte[] name, long offset) {
    if (memory.getLong(OFFSET) != offset || nameBytes(memory) != name.length) {
      return false;
    }
    byte[] found = new byte[name.length];
    memory.get(FIXED_BYTES, found);
    return Arrays.equals(found, name);
  }

  /** Returns whether the block behind a valid header is undamaged. */
  public static boolean isBlockValid(ByteBuffer memory) {
    return memory.getInt(BLOCK_CRC) == checksum(memory, bytes(nameBytes(memory)), length(memory));
  }

  /** Returns the length of the block in bytes. */
  public static int length(ByteBuffer memory) {
    return memory.getInt(LENGTH);
  }

  /** Returns the length of the file name in bytes. */
  public static int nameBytes(ByteBuffer memory) {
    return memory.getInt(NAME_BYTES);
  }

  /** Returns the offset of the block in its file. */
  public static long offset(ByteBuffer memory) {
    return memory.getLong(OFFSET);
  }

  /** Returns the caller's first word. */
  public static int attributes(ByteBuffer memory) {
    return memory.getInt(ATTRIBUTES);
  }

  /** Returns the bytes that the block takes in its file; 0 if unknown. */
  public static int bytesInFile(ByteBuffer memory) {
    return memory.getInt(BYTES_IN_FILE);
  }

  /** Returns the caller's second word. */
  public static long stamp(ByteBuffer memory) {
    return memory.getLong(STAMP);
  }

  /** Returns the name of the block's file. */
  public static String name(ByteBuffer memory) {
    byte[] name = new byte[nameBytes(memory)];
    memory.get(FIXED_BYTES, name);
    return new String(name, UTF_8);
  }

  private static int checksum(ByteBuffer memory, int from, int bytes) {
    CRC32C crc = new CRC32C();
    crc.update(memory.slice(from, bytes));
    return (int) crc.getValue();
  }
}

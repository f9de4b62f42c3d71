package io.strata.flash.layout;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * What stands before each block in a region: enough to find it again when nothing else is left, and
 * to refuse it when it is not what it should be. Big-endian; the name of the block's file follows,
 * and then the block, all rounded up to {@link FlashAddress#UNIT}.
 *
 * <pre>
 *  0        4          8          12     16          24       32       36      40       44     48      56
 * +--------+----------+----------+------+-----------+--------+--------+-------+--------+------+-------+- - - - - -+
 * | magic  | CRC32C   | CRC32C   | name | sequence  | offset | length | posi- | bytes  | attr-| stamp | file name |
 * |        | of what  | of block | bytes| of region | in file|        | tion  | in file| ibut.|       |           |
 * +--------+-follows--+----------+------+-----------+--------+--------+-------+--------+------+-------+- - - - - -+
 * </pre>
 *
 * The first checksum ends with the name. Sequence and position say which region and place the
 * header was made for: bytes that a former region left behind, or that came to lie elsewhere, are
 * no block. Length and second checksum are those of the bytes stored, which may be encrypted.
 */
public final class BlockHeader {
  /** Bytes before the file's name. */
  public static final int FIXED_BYTES = 56;

  /** The longest name, in bytes. */
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

  /** Bytes that a block takes in a region. */
  public static int totalBytes(int nameBytes, int length) {
    return FlashAddress.roundUp(FIXED_BYTES + nameBytes + length);
  }

  /** Where the block begins, after the header and the name. */
  public static int bytes(int nameBytes) {
    return FIXED_BYTES + nameBytes;
  }

  /**
   * Writes what a header says of its block, and not yet that it is one: {@link #seal} does.
   *
   * @param memory begins where the header does
   * @param position of that in the region
   * @param length of the bytes stored
   * @param bytesInFile that the block takes there; 0 when not known
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

  /** Makes a header that was described valid, of a block whose bytes are in their place. */
  public static void seal(ByteBuffer memory) {
    int nameBytes = nameBytes(memory);
    memory.putInt(0, MAGIC);
    memory.putInt(BLOCK_CRC, checksum(memory, bytes(nameBytes), length(memory)));
    memory.putInt(CRC, checksum(memory, BLOCK_CRC, bytes(nameBytes) - BLOCK_CRC));
  }

  /** The bytes that say which block it is, whose, and where. */
  public static ByteBuffer identity(ByteBuffer memory) {
    return memory.slice(NAME_BYTES, bytes(nameBytes(memory)) - NAME_BYTES);
  }

  /** The bytes of the block as they are stored. */
  public static ByteBuffer stored(ByteBuffer memory) {
    return memory.slice(bytes(nameBytes(memory)), length(memory));
  }

  /**
   * Whether a header stands at the beginning that is unharmed and was made for this place, with a
   * block that is as long as there are bytes at most. Says nothing of the block's bytes.
   */
  public static boolean isValid(ByteBuffer memory, long sequence, int position) {
    int room = memory.limit();
    if (room < FIXED_BYTES
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
        && length <= room - bytes(0) - nameBytes
        && memory.getInt(CRC) == checksum(memory, BLOCK_CRC, bytes(nameBytes) - BLOCK_CRC);
  }

  /** Whether a valid header is of this block. */
  public static boolean isOf(ByteBuffer memory, byte[] name, long offset) {
    if (memory.getLong(OFFSET) != offset || nameBytes(memory) != name.length) {
      return false;
    }
    byte[] found = new byte[name.length];
    memory.get(FIXED_BYTES, found);
    return Arrays.equals(found, name);
  }

  /** Whether the block behind a valid header is unharmed. */
  public static boolean isBlockValid(ByteBuffer memory) {
    return memory.getInt(BLOCK_CRC) == checksum(memory, bytes(nameBytes(memory)), length(memory));
  }

  /** Bytes of the block. */
  public static int length(ByteBuffer memory) {
    return memory.getInt(LENGTH);
  }

  /** Bytes of the file's name. */
  public static int nameBytes(ByteBuffer memory) {
    return memory.getInt(NAME_BYTES);
  }

  /** Where in its file the block begins. */
  public static long offset(ByteBuffer memory) {
    return memory.getLong(OFFSET);
  }

  /** The first word that the block was offered with. */
  public static int attributes(ByteBuffer memory) {
    return memory.getInt(ATTRIBUTES);
  }

  /** Bytes that the block takes in its file, or 0 when that was not known. */
  public static int bytesInFile(ByteBuffer memory) {
    return memory.getInt(BYTES_IN_FILE);
  }

  /** The second word. */
  public static long stamp(ByteBuffer memory) {
    return memory.getLong(STAMP);
  }

  /** The name of the block's file. */
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

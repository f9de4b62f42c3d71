package io.strata.trace;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The format of a file around its records. Numbers of fixed length are big-endian.
 *
 * <pre>
 * file:   "StrataTr" | version, 4 bytes | chunk of settings | chunk of records | ...
 * chunk:  magic, 4 | bytes of contents, 4 | number from 0, 4 | CRC32C, 4 | contents
 * record: kind and "same as before" bits, 1 | attributes, 1 | time | file | offset | length
 * name:   kind 7, 1 | file | bytes of the name | name in UTF-8
 * </pre>
 *
 * The checksum covers the chunk's length, number and contents. The contents of a chunk of records
 * begin with the time that the first time difference refers to. A record's offset is the difference
 * to that of the previous record if both have the same file, else absolute.
 */
final class ChunkFormat {
  static final byte[] MAGIC = {'S', 't', 'r', 'a', 't', 'a', 'T', 'r'};
  static final int VERSION = 1;
  static final int FILE_HEADER_BYTES = MAGIC.length + Integer.BYTES;

  static final int CHUNK_MAGIC = 0xC4B10C5A;
  static final int CHUNK_HEADER_BYTES = 4 * Integer.BYTES;

  /** The maximum bytes of a chunk's contents. */
  static final int CHUNK_BYTES = 64 << 10;

  // Bits of a record's first byte.
  static final int KIND_MASK = 7;
  static final int SAME_FILE = 1 << 3;
  static final int SAME_TIME = 1 << 4;
  static final int SAME_ATTRIBUTES = 1 << 5;
  static final int SAME_LENGTH = 1 << 6;

  /** The maximum bytes of a record other than a name. */
  static final int MAX_RECORD_BYTES = 2 + 4 * Varints.MAX_BYTES;

  /** The maximum bytes of a file name in UTF-8; file systems have no longer names. */
  static final int MAX_NAME_BYTES = 4 << 10;

  private ChunkFormat() {}

  /**
   * Returns the checksum of a chunk whose contents are the rest of the buffer. Does not move the
   * buffer's position.
   */
  static int checksum(int length, int number, ByteBuffer contents) {
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(2 * Integer.BYTES).putInt(length).putInt(number).flip());
    crc.update(contents.duplicate());
    return (int) crc.getValue();
  }
}

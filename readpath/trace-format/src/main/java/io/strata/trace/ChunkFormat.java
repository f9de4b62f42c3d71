package io.strata.trace;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The bytes of a file around its records. Numbers of fixed length have their highest byte first.
 *
 * <pre>
 * file:   "StrataTr" | version, 4 bytes | chunk of settings | chunk of records | ...
 * chunk:  mark, 4 | bytes of contents, 4 | number from 0, 4 | CRC32C, 4 | contents
 * record: kind and what is as before, 1 | attributes, 1 | time | file | offset | length
 * name:   kind 7, 1 | file | bytes of the name | name in UTF-8
 * </pre>
 *
 * The checksum is of the chunk's length, number and contents. The contents of a chunk of records
 * begin with the time to which the first difference is. A record's offset is a difference to that
 * of the record before when the file is the same, and itself otherwise.
 */
final class ChunkFormat {
  static final byte[] MAGIC = {'S', 't', 'r', 'a', 't', 'a', 'T', 'r'};
  static final int VERSION = 1;
  static final int FILE_HEADER_BYTES = MAGIC.length + Integer.BYTES;

  static final int MARK = 0xC4B10C5A;
  static final int CHUNK_HEADER_BYTES = 4 * Integer.BYTES;

  /** The most bytes of a chunk's contents. */
  static final int CHUNK_BYTES = 64 << 10;

  // In a record's first byte.
  static final int KIND_MASK = 7;
  static final int SAME_FILE = 1 << 3;
  static final int SAME_TIME = 1 << 4;
  static final int SAME_ATTRIBUTES = 1 << 5;
  static final int SAME_LENGTH = 1 << 6;

  /** The most bytes of a record that is no name. */
  static final int MAX_RECORD_BYTES = 2 + 4 * Varints.MAX_BYTES;

  /** The most bytes of a file's name in UTF-8; a file system's names are no longer. */
  static final int MAX_NAME_BYTES = 4 << 10;

  private ChunkFormat() {}

  /** The checksum of a chunk whose contents are the rest of the buffer; moves nothing. */
  static int checksum(int length, int number, ByteBuffer contents) {
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(2 * Integer.BYTES).putInt(length).putInt(number).flip());
    crc.update(contents.duplicate());
    return (int) crc.getValue();
  }
}

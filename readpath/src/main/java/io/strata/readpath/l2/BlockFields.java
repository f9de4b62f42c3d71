package io.strata.readpath.l2;

import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.nio.ByteBuff;

/**
 * What a block's own bytes say of it, in its header and in the metadata that {@link
 * HFileBlock#serialize} writes behind it. Sizes and offsets are bytes.
 *
 * @param checksums whether the header names a checksum
 * @param offset where in its file the block begins
 * @param nextSize of the next block, on disk; -1 when not known
 * @param onDiskSize without header
 * @param uncompressedSize without header
 * @param previousOffset where the previous block of the kind begins; -1 when there is none
 * @param checksumCode HBase's code of the checksum's kind
 * @param onDiskDataSize with header, without checksums
 */
record BlockFields(
    boolean checksums,
    long offset,
    int nextSize,
    int onDiskSize,
    int uncompressedSize,
    long previousOffset,
    byte checksumCode,
    int bytesPerChecksum,
    int onDiskDataSize) {

  // Where the fields of a block's header lie, in bytes; the header's format is part of the file
  // format, version 3.
  private static final int ON_DISK_SIZE = 8;
  private static final int UNCOMPRESSED_SIZE = 12;
  private static final int PREVIOUS_OFFSET = 16;
  private static final int CHECKSUM_TYPE = 24;
  private static final int BYTES_PER_CHECKSUM = 25;
  private static final int ON_DISK_DATA_SIZE = 29;

  // Where the fields of the metadata lie, in bytes from its beginning.
  private static final int META_OFFSET = 1;
  private static final int META_NEXT_SIZE = 9;

  /**
   * Reads the fields.
   *
   * @param block begins with the header
   * @param meta has the metadata
   * @param at where in it the metadata begins
   */
  static BlockFields read(ByteBuff block, ByteBuff meta, int at) {
    boolean checksums = meta.get(at) == 1;
    int onDiskSize = block.getInt(ON_DISK_SIZE);
    return new BlockFields(
        checksums,
        meta.getLong(at + META_OFFSET),
        meta.getInt(at + META_NEXT_SIZE),
        onDiskSize,
        block.getInt(UNCOMPRESSED_SIZE),
        block.getLong(PREVIOUS_OFFSET),
        checksums ? block.get(CHECKSUM_TYPE) : 0,
        checksums ? block.getInt(BYTES_PER_CHECKSUM) : 0,
        checksums
            ? block.getInt(ON_DISK_DATA_SIZE)
            : onDiskSize + HConstants.HFILEBLOCK_HEADER_SIZE_NO_CHECKSUM);
  }

  /** Bytes on disk, the header included. */
  int onDiskSizeWithHeader() {
    return onDiskSize + HFileBlock.headerSize(checksums);
  }

  /** Bytes of the checksums that follow the block on disk. */
  int checksumBytes() {
    return onDiskSizeWithHeader() - onDiskDataSize;
  }
}

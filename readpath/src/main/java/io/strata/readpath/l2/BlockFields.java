package io.strata.readpath.l2;

import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.nio.ByteBuff;

/**
 * The fields of a block's header and of the metadata that {@link HFileBlock#serialize} writes
 * behind the block. Sizes and offsets are in bytes.
 *
 * @param checksums whether the block has HBase checksums
 * @param offset offset of the block in its file
 * @param nextSize on-disk size of the next block; -1 if unknown
 * @param onDiskSize on-disk size without header
 * @param uncompressedSize uncompressed size without header
 * @param previousOffset offset of the previous block of the same type; -1 if there is none
 * @param checksumCode HBase's code of the kind of checksum
 * @param onDiskDataSize on-disk size with header, without checksums
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

  // Offsets of the fields in a block's header, which is part of the HFile format, version 3.
  private static final int ON_DISK_SIZE = 8;
  private static final int UNCOMPRESSED_SIZE = 12;
  private static final int PREVIOUS_OFFSET = 16;
  private static final int CHECKSUM_TYPE = 24;
  private static final int BYTES_PER_CHECKSUM = 25;
  private static final int ON_DISK_DATA_SIZE = 29;

  // Offsets of the fields in the metadata.
  private static final int META_OFFSET = 1;
  private static final int META_NEXT_SIZE = 9;

  /**
   * Reads the fields.
   *
   * @param block buffer that begins with the header
   * @param meta buffer with the metadata
   * @param at offset of the metadata in {@code meta}
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

  /** Returns the on-disk size with header. */
  int onDiskSizeWithHeader() {
    return onDiskSize + HFileBlock.headerSize(checksums);
  }

  /** Returns the bytes of the checksums that follow the block on disk. */
  int checksumBytes() {
    return onDiskSizeWithHeader() - onDiskDataSize;
  }
}

package io.strata.readpath.l2;

import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.nio.ByteBuff;

/** A block in the buffer into which it was read from the flash tier. */
final class BlockFromFlash extends HFileBlock {
  private final long offset;
  private final boolean readBefore;
  private final boolean inMemory;

  /**
   * @param fields fields of its header
   * @param bytes bytes of the block, without the metadata behind it
   * @param readBefore whether it was read from flash before
   * @param inMemory whether its family is in-memory
   */
  BlockFromFlash(
      BlockType type,
      BlockFields fields,
      ByteBuff bytes,
      HFileContext context,
      ByteBuffAllocator allocator,
      boolean readBefore,
      boolean inMemory) {
    super(
        type,
        fields.onDiskSize(),
        fields.uncompressedSize(),
        fields.previousOffset(),
        bytes,
        DONT_FILL_HEADER,
        fields.offset(),
        fields.nextSize(),
        fields.onDiskDataSize(),
        context,
        allocator);
    offset = fields.offset();
    this.readBefore = readBefore;
    this.inMemory = inMemory;
  }

  /**
   * Returns the block's offset in its file. The parent's method is not public in 2.6.1 and
   * 3.0.0-beta-1.
   */
  long offset() {
    return offset;
  }

  boolean wasReadBefore() {
    return readBefore;
  }

  boolean inMemory() {
    return inMemory;
  }
}

package io.strata.perf.bench;

import java.nio.ByteBuffer;
import java.util.Random;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlockBuilder;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.nio.ByteBuff;

/** Creates HBase data blocks in separate heap arrays. Stateless. */
final class SampleBlocks {
  /** Size of a block's header, in bytes; part of the block. */
  static final int HEADER = HConstants.HFILEBLOCK_HEADER_SIZE;

  private static final HFileContext CONTEXT =
      new HFileContextBuilder().withHBaseCheckSum(true).withBytesPerCheckSum(16 << 10).build();

  private SampleBlocks() {}

  /**
   * Returns a block of random bytes on the heap.
   *
   * @param offset offset in its file
   * @param bytes size, header included
   */
  static HFileBlock onHeap(long offset, int bytes) {
    ByteBuffer buffer = ByteBuffer.allocate(bytes);
    new Random(offset).nextBytes(buffer.array());
    return over(buffer, offset);
  }

  /** Returns a block over an unshared buffer; the header is written to its first bytes. */
  static HFileBlock over(ByteBuffer buffer, long offset) {
    int size = buffer.capacity() - HEADER;
    return new HFileBlockBuilder()
        .withBlockType(BlockType.DATA)
        .withOnDiskSizeWithoutHeader(size)
        .withUncompressedSizeWithoutHeader(size)
        .withPrevBlockOffset(-1)
        .withByteBuff(ByteBuff.wrap(buffer))
        .withFillHeader(true)
        .withOffset(offset)
        .withNextBlockOnDiskSize(size)
        .withOnDiskDataSizeWithHeader(buffer.capacity())
        .withHFileContext(CONTEXT)
        .withByteBuffAllocator(ByteBuffAllocator.HEAP)
        .withShared(buffer.isDirect())
        .build();
  }
}

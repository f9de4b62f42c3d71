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

/** Real data blocks, in heap arrays of their own. Stateless. */
final class SampleBlocks {
  /** Bytes of a block's header, which are part of it. */
  static final int HEADER = HConstants.HFILEBLOCK_HEADER_SIZE;

  private static final HFileContext CONTEXT =
      new HFileContextBuilder().withHBaseCheckSum(true).withBytesPerCheckSum(16 << 10).build();

  private SampleBlocks() {}

  /**
   * A block on the heap.
   *
   * @param offset where it begins in its file
   * @param bytes its size, header included
   */
  static HFileBlock onHeap(long offset, int bytes) {
    ByteBuffer buffer = ByteBuffer.allocate(bytes);
    new Random(offset).nextBytes(buffer.array());
    return over(buffer, offset);
  }

  /** A block over a buffer that nobody else uses; the first bytes become its header. */
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

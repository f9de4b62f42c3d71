package io.strata.readpath.region;

import io.strata.readpath.l2.OffHeapBlockCache;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlockBuilder;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.nio.ByteBuff;

/** Blocks of files that no region has, which fill the memory. */
final class OtherFiles {
  private static final HFileContext CONTEXT =
      new HFileContextBuilder().withHBaseCheckSum(true).withBytesPerCheckSum(0).build();
  private static final byte FILLING = (byte) 0xEE;
  private static final int STEP = 256;

  private OtherFiles() {}

  /** Inserts as many bytes as the cache's size, in blocks that alternate between all sizes. */
  static void fill(OffHeapBlockCache cache, String file, int minBytes, int maxBytes) {
    long left = cache.getMaxSize();
    int size = minBytes;
    for (long offset = 0; left > 0; offset += size) {
      cache.cacheBlock(
          new BlockCacheKey(file, offset, true, BlockType.DATA), block(offset, size), false);
      left -= size;
      size = size + STEP > maxBytes ? minBytes : size + STEP;
    }
  }

  private static HFileBlock block(long offset, int size) {
    byte[] bytes = new byte[size];
    Arrays.fill(bytes, FILLING);
    int contents = size - HConstants.HFILEBLOCK_HEADER_SIZE;
    return new HFileBlockBuilder()
        .withBlockType(BlockType.DATA)
        .withOnDiskSizeWithoutHeader(contents)
        .withUncompressedSizeWithoutHeader(contents)
        .withPrevBlockOffset(-1)
        .withByteBuff(ByteBuff.wrap(ByteBuffer.wrap(bytes)))
        .withFillHeader(true)
        .withOffset(offset)
        .withNextBlockOnDiskSize(-1)
        .withOnDiskDataSizeWithHeader(size)
        .withHFileContext(CONTEXT)
        .withByteBuffAllocator(ByteBuffAllocator.HEAP)
        .withShared(false)
        .build();
  }
}

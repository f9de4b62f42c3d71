package io.strata.perf.bench;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Iterator;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.nio.SingleByteBuff;
import org.jspecify.annotations.Nullable;

/**
 * A baseline for the cost of an off-heap hit in HBase: an array look-up, a view of the memory, and
 * the block object with its reference count. It does not count, pin or evict, so it is not a real
 * cache. Only {@link #cacheBlock}, from a single thread, and {@link #getBlock} are supported.
 */
final class BaselineCache implements BlockCache {
  private record StoredBlock(ByteBuffer memory, int size, HFileContext context) {}

  private StoredBlock[] blocks = {};

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block) {
    cacheBlock(key, block, false);
  }

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block, boolean inMemory) {
    int number = SampleFiles.numberOf(key.getOffset());
    if (number >= blocks.length) {
      blocks = Arrays.copyOf(blocks, Math.max(number + 1, blocks.length * 2));
    }
    HFileBlock fileBlock = (HFileBlock) block;
    ByteBuffer memory = ByteBuffer.allocateDirect(block.getSerializedLength());
    block.serialize(memory, false);
    memory.rewind();
    blocks[number] =
        new StoredBlock(
            memory, fileBlock.getUncompressedSizeWithoutHeader(), fileBlock.getHFileContext());
  }

  @Override
  public Cacheable getBlock(
      BlockCacheKey key, boolean caching, boolean repeat, boolean updateCacheMetrics) {
    StoredBlock found = blocks[SampleFiles.numberOf(key.getOffset())];
    return new HFileBlock(
        BlockType.DATA,
        found.size,
        found.size,
        -1,
        new SingleByteBuff(ByteBuffAllocator.NONE, found.memory.duplicate()),
        HFileBlock.DONT_FILL_HEADER,
        key.getOffset(),
        -1,
        found.memory.capacity(),
        found.context,
        ByteBuffAllocator.HEAP);
  }

  @Override
  public void shutdown() {
    blocks = new StoredBlock[0];
  }

  @Override
  public boolean evictBlock(BlockCacheKey key) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int evictBlocksByHfileName(String file) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CacheStats getStats() {
    throw new UnsupportedOperationException();
  }

  @Override
  public long size() {
    throw new UnsupportedOperationException();
  }

  @Override
  public long getMaxSize() {
    throw new UnsupportedOperationException();
  }

  @Override
  public long getFreeSize() {
    throw new UnsupportedOperationException();
  }

  @Override
  public long getCurrentSize() {
    throw new UnsupportedOperationException();
  }

  @Override
  public long getCurrentDataSize() {
    throw new UnsupportedOperationException();
  }

  @Override
  public long getBlockCount() {
    throw new UnsupportedOperationException();
  }

  @Override
  public long getDataBlockCount() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Iterator<CachedBlock> iterator() {
    throw new UnsupportedOperationException();
  }

  @Override
  public BlockCache @Nullable [] getBlockCaches() {
    return null;
  }
}

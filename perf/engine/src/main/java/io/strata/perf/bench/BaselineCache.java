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
 * The least that a hit on off-heap memory can cost in HBase: one look-up in an array, a view of the
 * memory, and the block object with its reference count. It counts nothing, pins nothing and evicts
 * nothing, so it is no cache. Only {@link #cacheBlock}, by one thread, and {@link #getBlock} work.
 */
final class BaselineCache implements BlockCache {
  private record Held(ByteBuffer memory, int size, HFileContext context) {}

  private Held[] held = {};

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block) {
    cacheBlock(key, block, false);
  }

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block, boolean inMemory) {
    int number = SampleFiles.numberOf(key.getOffset());
    if (number >= held.length) {
      held = Arrays.copyOf(held, Math.max(number + 1, held.length * 2));
    }
    HFileBlock fileBlock = (HFileBlock) block;
    ByteBuffer memory = ByteBuffer.allocateDirect(block.getSerializedLength());
    block.serialize(memory, false);
    memory.rewind();
    held[number] =
        new Held(memory, fileBlock.getUncompressedSizeWithoutHeader(), fileBlock.getHFileContext());
  }

  @Override
  public Cacheable getBlock(
      BlockCacheKey key, boolean caching, boolean repeat, boolean updateCacheMetrics) {
    Held found = held[SampleFiles.numberOf(key.getOffset())];
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
    held = new Held[0];
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

package io.strata.readpath.blockcache;

import io.strata.l1.TierEntry;
import io.strata.readpath.l1.OnHeapBlockCache;
import java.util.Iterator;
import java.util.Optional;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.FirstLevelBlockCache;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.jspecify.annotations.Nullable;

/**
 * The on-heap level as HBase's first-level cache. Sizes are as those of {@link OnHeapBlockCache}.
 * Thread-safe.
 *
 * <p>Methods that the interface lacks in HBase 2.5 have no {@code @Override}; methods whose default
 * is right are not overridden.
 */
public final class StrataFirstLevel implements FirstLevelBlockCache {
  /** Transient, because HBase 2.6.1 shows the other fields as JSON. */
  private final transient OnHeapBlockCache level;

  public StrataFirstLevel(OnHeapBlockCache level) {
    this.level = level;
  }

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block, boolean inMemory) {
    level.cacheBlock(key, block, inMemory);
  }

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block) {
    level.cacheBlock(key, block);
  }

  @Override
  public @Nullable Cacheable getBlock(
      BlockCacheKey key, boolean caching, boolean repeat, boolean updateCacheMetrics) {
    return level.getBlock(key, caching, repeat, updateCacheMetrics);
  }

  @Override
  public boolean containsBlock(BlockCacheKey key) {
    return level.containsBlock(key);
  }

  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Boolean> isAlreadyCached(BlockCacheKey key) {
    return Optional.of(level.containsBlock(key));
  }

  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Integer> getBlockSize(BlockCacheKey key) {
    return level.getBlockSize(key);
  }

  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Boolean> blockFitsIntoTheCache(HFileBlock block) {
    return Optional.of(level.fits(block));
  }

  @Override
  public boolean evictBlock(BlockCacheKey key) {
    return level.evictBlock(key);
  }

  @Override
  public int evictBlocksByHfileName(String file) {
    return level.evictBlocksByHfileName(file);
  }

  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public int evictBlocksRangeByHfileName(String file, long from, long to) {
    return level.evictBlocksRangeByHfileName(file, from, to);
  }

  /** Inserts evicted blocks into a cache like any other. */
  @Override
  public void setVictimCache(BlockCache victimCache) {
    level.setEvictionListener(victimCache::cacheBlock);
  }

  /** Returns null, which tells HBase that there are no caches below this one. */
  @Override
  public BlockCache @Nullable [] getBlockCaches() {
    return null;
  }

  @Override
  public CacheStats getStats() {
    return level.getStats();
  }

  @Override
  public void setMaxSize(long bytes) {
    level.setMaxSize(bytes);
  }

  @Override
  public long size() {
    return level.getMaxSize();
  }

  @Override
  public long getMaxSize() {
    return level.getMaxSize();
  }

  @Override
  public long getCurrentSize() {
    return level.getCurrentSize();
  }

  @Override
  public long getFreeSize() {
    return level.getFreeSize();
  }

  @Override
  public long heapSize() {
    return level.getCurrentSize();
  }

  @Override
  public long getCurrentDataSize() {
    return level.getCurrentDataSize();
  }

  @Override
  public long getBlockCount() {
    return level.getBlockCount();
  }

  @Override
  public long getDataBlockCount() {
    return level.getDataBlockCount();
  }

  @Override
  public Iterator<CachedBlock> iterator() {
    return level.entries().map(StrataFirstLevel::listed).iterator();
  }

  private static CachedBlock listed(TierEntry<BlockCacheKey, Cacheable> entry) {
    return new ListedBlock(
        entry.key().getHfileName(),
        entry.key().getOffset(),
        entry.value().heapSize(),
        entry.value().getBlockType(),
        entry.addedNanos(),
        entry.inMemory());
  }

  @Override
  public void shutdown() {
    level.shutdown();
  }
}

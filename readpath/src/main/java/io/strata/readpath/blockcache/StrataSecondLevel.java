package io.strata.readpath.blockcache;

import io.strata.readpath.l2.OffHeapBlockCache;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileInfo;
import org.jspecify.annotations.Nullable;

/**
 * The off-heap level, and the flash tier below it, as HBase's second-level cache. Sizes are as
 * those of {@link OffHeapBlockCache}. Thread-safe.
 *
 * <p>Methods that the interface lacks in some version of HBase have no {@code @Override}.
 */
public final class StrataSecondLevel implements BlockCache {
  /** Transient, because HBase 2.6.1 shows the other fields as JSON. */
  private final transient OffHeapBlockCache level;

  public StrataSecondLevel(OffHeapBlockCache level) {
    this.level = level;
  }

  /** Returns the level. */
  public OffHeapBlockCache level() {
    return level;
  }

  @Override
  public @Nullable Cacheable getBlock(
      BlockCacheKey key, boolean caching, boolean repeat, boolean updateCacheMetrics) {
    return level.getBlock(key, caching, repeat, updateCacheMetrics);
  }

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block) {
    level.cacheBlock(key, block);
  }

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block, boolean inMemory) {
    level.cacheBlock(key, block, inMemory);
  }

  @Override
  public void cacheBlock(
      BlockCacheKey key, Cacheable block, boolean inMemory, boolean waitWhenCache) {
    level.cacheBlock(key, block, inMemory, waitWhenCache);
  }

  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Boolean> isAlreadyCached(BlockCacheKey key) {
    return level.isAlreadyCached(key);
  }

  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Integer> getBlockSize(BlockCacheKey key) {
    return level.getBlockSize(key);
  }

  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Boolean> blockFitsIntoTheCache(HFileBlock block) {
    return level.blockFitsIntoTheCache(block);
  }

  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Boolean> shouldCacheFile(HFileInfo file, Configuration conf) {
    return level.shouldCacheFile(file, conf);
  }

  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Boolean> shouldCacheBlock(
      BlockCacheKey key, long maxTimestamp, Configuration conf) {
    return level.shouldCacheBlock(key, maxTimestamp, conf);
  }

  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public void notifyFileCachingCompleted(
      Path file, int totalBlockCount, int dataBlockCount, long bytes) {
    level.notifyFileCachingCompleted(file, totalBlockCount, dataBlockCount, bytes);
  }

  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Map<String, Long>> getRegionCachedInfo() {
    return level.getRegionCachedInfo();
  }

  @SuppressWarnings("MissingOverride") // absent from the interface before HBase 2.6.6
  public boolean waitForCacheInitialization(long millis) {
    return level.waitForCacheInitialization(millis);
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

  @Override
  public CacheStats getStats() {
    return level.getStats();
  }

  @Override
  public long size() {
    return level.size();
  }

  @Override
  public long getMaxSize() {
    return level.getMaxSize();
  }

  @Override
  public long getFreeSize() {
    return level.getFreeSize();
  }

  @Override
  public long getCurrentSize() {
    return level.size();
  }

  @Override
  public long getCurrentDataSize() {
    return level.size();
  }

  @Override
  public long getBlockCount() {
    return level.getBlockCount();
  }

  @Override
  public long getDataBlockCount() {
    return level.getBlockCount();
  }

  @Override
  public Iterator<CachedBlock> iterator() {
    return new BlockList(level.inspection());
  }

  @Override
  public BlockCache @Nullable [] getBlockCaches() {
    return null;
  }

  @Override
  public void shutdown() {
    level.shutdown();
  }
}

package io.strata.readpath.engine;

import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.jspecify.annotations.Nullable;

/**
 * A copy of {@code org.apache.hadoop.hbase.io.hfile.cache.CacheEngine} as of commit f0ad2ceab of
 * HBase's branch HBASE-30018, November 2026. An engine stores blocks; admission and the choice of
 * the tier are up to its caller.
 */
interface CacheEngine {
  String getName();

  void cacheBlock(BlockCacheKey key, Cacheable block, boolean inMemory);

  void cacheBlock(BlockCacheKey key, Cacheable block, boolean inMemory, boolean wait);

  void cacheBlock(BlockCacheKey key, Cacheable block);

  @Nullable Cacheable getBlock(
      BlockCacheKey key, boolean caching, boolean repeat, boolean updateCacheMetrics);

  @Nullable Cacheable getBlock(
      BlockCacheKey key,
      boolean caching,
      boolean repeat,
      boolean updateCacheMetrics,
      @Nullable BlockType type);

  boolean evictBlock(BlockCacheKey key);

  int evictBlocksByHfileName(String file);

  int evictBlocksRangeByHfileName(String file, long from, long to);

  int evictBlocksByRegionName(String region);

  CacheStats getStats();

  void shutdown();

  long getMaxSize();

  long getFreeSize();

  long size();

  long getCurrentDataSize();

  long getBlockCount();

  long getDataBlockCount();

  Optional<Boolean> blockFitsIntoTheCache(HFileBlock block);

  Optional<Boolean> isAlreadyCached(BlockCacheKey key);

  Optional<Integer> getBlockSize(BlockCacheKey key);

  boolean isCacheEnabled();

  boolean waitForCacheInitialization(long millis);

  void onConfigurationChange(Configuration conf);
}

package io.strata.readpath.blockcache;

import io.strata.readpath.cache.StrataCache;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.conf.ConfigurationObserver;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CombinedBlockCache;
import org.apache.hadoop.hbase.util.Pair;
import org.jspecify.annotations.Nullable;

/**
 * The cache as HBase's block cache. Thread-safe.
 *
 * <p>A block that {@link #getBlock} returns must be released exactly once, and must not be accessed
 * afterwards: its bytes may lie in the cache's own memory.
 *
 * <p>Extends HBase's {@code CombinedBlockCache}, because HBase checks for that class to decide
 * whether data blocks are read off the heap, whether metrics show two levels, and which level its
 * heap tuner resizes. Methods of the superclass that add up or ask its two levels are not
 * overridden. Is a {@code ConfigurationObserver} by itself, because that of HBase 2.6.1 and earlier
 * is none.
 */
public class StrataBlockCache extends CombinedBlockCache implements ConfigurationObserver {
  private final transient StrataCache cache;

  /**
   * Creates the cache of a configuration, and allocates all its memory.
   *
   * @param conf HBase's configuration; the keys are in {@code docs/KEYS.md}
   * @throws io.strata.readpath.config.InvalidSettingException if a setting is invalid; the message
   *     has key, value and fix
   */
  public StrataBlockCache(Configuration conf) {
    this(new StrataCache(conf));
  }

  /** Shows a cache to HBase. */
  public StrataBlockCache(StrataCache cache) {
    super(new StrataFirstLevel(cache.onHeap()), new StrataSecondLevel(cache.offHeap()));
    this.cache = cache;
  }

  /** Returns the cache. */
  public final StrataCache cache() {
    return cache;
  }

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block) {
    cacheBlock(key, block, false);
  }

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block, boolean inMemory) {
    cacheBlock(key, block, inMemory, false);
  }

  @Override
  public void cacheBlock(
      BlockCacheKey key, Cacheable block, boolean inMemory, boolean waitWhenCache) {
    cache.cacheBlock(key, block, inMemory, waitWhenCache);
  }

  @Override
  public @Nullable Cacheable getBlock(
      BlockCacheKey key, boolean caching, boolean repeat, boolean updateCacheMetrics) {
    return cache.getBlock(key, caching, repeat, updateCacheMetrics);
  }

  /** As above, with the block type as HBase 3 passes it. */
  @SuppressWarnings("MissingOverride") // absent from the interface before HBase 3
  public @Nullable Cacheable getBlock(
      BlockCacheKey key,
      boolean caching,
      boolean repeat,
      boolean updateCacheMetrics,
      @Nullable BlockType type) {
    return getBlock(key, caching, repeat, updateCacheMetrics);
  }

  @Override
  public boolean evictBlock(BlockCacheKey key) {
    return cache.evictBlock(key);
  }

  @Override
  public int evictBlocksByHfileName(String file) {
    return cache.evictBlocksByHfileName(file);
  }

  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public int evictBlocksRangeByHfileName(String file, long from, long to) {
    return cache.evictBlocksRangeByHfileName(file, from, to);
  }

  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Boolean> isAlreadyCached(BlockCacheKey key) {
    return cache.isAlreadyCached(key);
  }

  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Integer> getBlockSize(BlockCacheKey key) {
    return cache.getBlockSize(key);
  }

  @SuppressWarnings("MissingOverride") // absent from the interface before HBase 2.6.6
  public boolean waitForCacheInitialization(long millis) {
    return cache.waitForCacheInitialization(millis);
  }

  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Map<String, Long>> getRegionCachedInfo() {
    return cache.getRegionCachedInfo();
  }

  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Map<String, Pair<String, Long>>> getFullyCachedFiles() {
    return cache.getFullyCachedFiles();
  }

  @Override
  public int getRpcRefCount(BlockCacheKey key) {
    return cache.getRpcRefCount(key);
  }

  @Override
  public void onConfigurationChange(Configuration conf) {
    cache.onConfigurationChange(conf);
  }

  @Override
  public void shutdown() {
    cache.shutdown();
  }
}

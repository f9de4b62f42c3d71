package io.strata.readpath.engine;

import io.strata.readpath.cache.StrataCache;
import io.strata.readpath.l1.OnHeapBlockCache;
import io.strata.readpath.l2.OffHeapBlockCache;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.jspecify.annotations.Nullable;

/**
 * Strata's tiers as one engine, for a topology with a single tier. Strata itself decides where
 * blocks are stored, what is compressed and what spills to a lower tier, so it does not notify
 * eviction listeners of blocks that only change tiers.
 *
 * <p>State that outlives the process is in Strata's own files ({@code strata.offheap.path}, {@code
 * strata.flash.path}): {@link #save} writes only the name of its format.
 */
final class StrataCacheEngine implements CacheEngine, PersistentCacheComponent {
  private static final String ID = "strata-1";

  private final StrataCache cache;
  private final OnHeapBlockCache onHeap;
  private final OffHeapBlockCache offHeap;
  private final CacheStats stats;

  StrataCacheEngine(StrataCache cache) {
    this.cache = cache;
    this.onHeap = cache.onHeap();
    this.offHeap = cache.offHeap();
    this.stats = new SummedStats(onHeap.getStats(), offHeap.getStats());
  }

  @Override
  public String getName() {
    return "Strata";
  }

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block, boolean inMemory) {
    cache.cacheBlock(key, block, inMemory, false);
  }

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block, boolean inMemory, boolean wait) {
    cache.cacheBlock(key, block, inMemory, wait);
  }

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block) {
    cache.cacheBlock(key, block);
  }

  @Override
  public @Nullable Cacheable getBlock(
      BlockCacheKey key, boolean caching, boolean repeat, boolean updateCacheMetrics) {
    return cache.getBlock(key, caching, repeat, updateCacheMetrics);
  }

  @Override
  public @Nullable Cacheable getBlock(
      BlockCacheKey key,
      boolean caching,
      boolean repeat,
      boolean updateCacheMetrics,
      @Nullable BlockType type) {
    return cache.getBlock(key, caching, repeat, updateCacheMetrics);
  }

  @Override
  public boolean evictBlock(BlockCacheKey key) {
    return cache.evictBlock(key);
  }

  @Override
  public int evictBlocksByHfileName(String file) {
    return cache.evictBlocksByHfileName(file);
  }

  @Override
  public int evictBlocksRangeByHfileName(String file, long from, long to) {
    return cache.evictBlocksRangeByHfileName(file, from, to);
  }

  @Override
  public int evictBlocksByRegionName(String region) {
    return cache.evictBlocksByRegionName(region);
  }

  @Override
  public CacheStats getStats() {
    return stats;
  }

  @Override
  public void shutdown() {
    cache.shutdown();
  }

  @Override
  public long getMaxSize() {
    return onHeap.getMaxSize() + offHeap.getMaxSize();
  }

  @Override
  public long getFreeSize() {
    return onHeap.getFreeSize() + offHeap.getFreeSize();
  }

  @Override
  public long size() {
    return onHeap.getCurrentSize() + offHeap.size();
  }

  @Override
  public long getCurrentDataSize() {
    return onHeap.getCurrentDataSize() + offHeap.size();
  }

  @Override
  public long getBlockCount() {
    return onHeap.getBlockCount() + offHeap.getBlockCount();
  }

  @Override
  public long getDataBlockCount() {
    return onHeap.getDataBlockCount() + offHeap.getBlockCount();
  }

  @Override
  public Optional<Boolean> blockFitsIntoTheCache(HFileBlock block) {
    return block.getBlockType().isData()
        ? offHeap.blockFitsIntoTheCache(block)
        : Optional.of(onHeap.fits(block));
  }

  @Override
  public Optional<Boolean> isAlreadyCached(BlockCacheKey key) {
    return cache.isAlreadyCached(key);
  }

  @Override
  public Optional<Integer> getBlockSize(BlockCacheKey key) {
    return cache.getBlockSize(key);
  }

  @Override
  public boolean isCacheEnabled() {
    return true;
  }

  @Override
  public boolean waitForCacheInitialization(long millis) {
    return cache.waitForCacheInitialization(millis);
  }

  @Override
  public void onConfigurationChange(Configuration conf) {
    cache.onConfigurationChange(conf);
  }

  @Override
  public String getPersistenceId() {
    return ID;
  }

  @Override
  public void restore(InputStream input) throws IOException {
    String id = new String(input.readAllBytes(), StandardCharsets.UTF_8);
    if (!id.equals(ID)) {
      throw new IOException("The state has format " + id + ", expected " + ID + ".");
    }
  }

  @Override
  public void save(OutputStream output) throws IOException {
    output.write(ID.getBytes(StandardCharsets.UTF_8));
  }
}

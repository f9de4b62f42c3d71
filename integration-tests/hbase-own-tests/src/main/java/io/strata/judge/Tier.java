package io.strata.judge;

import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.HeapSize;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileInfo;
import org.apache.hadoop.hbase.util.Pair;
import org.jspecify.annotations.Nullable;

/**
 * The common part of Strata's tiers in place of HBase's caches. Nothing is final, since HBase's
 * tests subclass it.
 */
public abstract class Tier implements BlockCache {
  private final BlockCache tier;

  Tier(BlockCache tier) {
    this.tier = tier;
  }

  BlockCache tier() {
    return tier;
  }

  /** Returns the heap size, which both of HBase's caches report. */
  public long heapSize() {
    return tier instanceof HeapSize sized ? sized.heapSize() : tier.getCurrentSize();
  }

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block, boolean inMemory) {
    tier.cacheBlock(key, block, inMemory);
  }

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block) {
    tier.cacheBlock(key, block);
  }

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block, boolean inMemory, boolean wait) {
    tier.cacheBlock(key, block, inMemory, wait);
  }

  @Override
  public @Nullable Cacheable getBlock(
      BlockCacheKey key, boolean caching, boolean repeat, boolean updateMetrics) {
    return tier.getBlock(key, caching, repeat, updateMetrics);
  }

  @Override
  public boolean evictBlock(BlockCacheKey key) {
    return tier.evictBlock(key);
  }

  @Override
  public int evictBlocksByHfileName(String file) {
    return tier.evictBlocksByHfileName(file);
  }

  @Override
  public int evictBlocksRangeByHfileName(String file, long from, long to) {
    return tier.evictBlocksRangeByHfileName(file, from, to);
  }

  @Override
  public CacheStats getStats() {
    return tier.getStats();
  }

  @Override
  public void shutdown() {
    tier.shutdown();
  }

  @Override
  public long size() {
    return tier.size();
  }

  @Override
  public long getMaxSize() {
    return tier.getMaxSize();
  }

  @Override
  public long getFreeSize() {
    return tier.getFreeSize();
  }

  @Override
  public long getCurrentSize() {
    return tier.getCurrentSize();
  }

  @Override
  public long getCurrentDataSize() {
    return tier.getCurrentDataSize();
  }

  @Override
  public long getBlockCount() {
    return tier.getBlockCount();
  }

  @Override
  public long getDataBlockCount() {
    return tier.getDataBlockCount();
  }

  @Override
  public Iterator<CachedBlock> iterator() {
    return tier.iterator();
  }

  @Override
  public BlockCache @Nullable [] getBlockCaches() {
    return tier.getBlockCaches();
  }

  @Override
  public Optional<Boolean> blockFitsIntoTheCache(HFileBlock block) {
    return tier.blockFitsIntoTheCache(block);
  }

  @Override
  public Optional<Boolean> shouldCacheFile(HFileInfo file, Configuration conf) {
    return tier.shouldCacheFile(file, conf);
  }

  @Override
  public Optional<Boolean> shouldCacheBlock(BlockCacheKey key, long newest, Configuration conf) {
    return tier.shouldCacheBlock(key, newest, conf);
  }

  @Override
  public Optional<Boolean> isAlreadyCached(BlockCacheKey key) {
    return tier.isAlreadyCached(key);
  }

  @Override
  public Optional<Integer> getBlockSize(BlockCacheKey key) {
    return tier.getBlockSize(key);
  }

  @Override
  public Optional<Map<String, Pair<String, Long>>> getFullyCachedFiles() {
    return tier.getFullyCachedFiles();
  }

  @Override
  public Optional<Map<String, Long>> getRegionCachedInfo() {
    return tier.getRegionCachedInfo();
  }

  @Override
  public void notifyFileCachingCompleted(Path file, int blocks, int dataBlocks, long bytes) {
    tier.notifyFileCachingCompleted(file, blocks, dataBlocks, bytes);
  }

  @Override
  public void onConfigurationChange(Configuration conf) {
    tier.onConfigurationChange(conf);
  }
}

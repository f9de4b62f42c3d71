package io.strata.judge;

import io.strata.readpath.blockcache.StrataBlockCache;
import io.strata.readpath.blockcache.StrataSecondLevel;
import io.strata.readpath.cache.StrataCache;
import io.strata.readpath.l2.OffHeapBlockCache;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.jspecify.annotations.Nullable;

/**
 * Strata's off-heap tier in place of {@code BucketCache} in HBase's tests. It has the methods that
 * both caches have; a test that uses others fails with an error that names the method or field.
 */
public class SecondTier extends Tier {
  private final OffHeapBlockCache cache;

  private SecondTier(OffHeapBlockCache cache) {
    super(new StrataSecondLevel(cache));
    this.cache = cache;
  }

  public SecondTier(
      String engine,
      long bytes,
      int blockBytes,
      int @Nullable [] slotSizes,
      int writers,
      int queueLength,
      @Nullable String persistentPath) {
    this(
        engine,
        bytes,
        blockBytes,
        slotSizes,
        writers,
        queueLength,
        persistentPath,
        0,
        HBaseConfiguration.create());
  }

  public SecondTier(
      String engine,
      long bytes,
      int blockBytes,
      int @Nullable [] slotSizes,
      int writers,
      int queueLength,
      @Nullable String persistentPath,
      int toleratedMillis,
      Configuration conf) {
    this(
        new StrataCache(
                settings(
                    conf,
                    engine,
                    bytes,
                    blockBytes,
                    slotSizes,
                    writers,
                    queueLength,
                    persistentPath))
            .offHeap());
  }

  public SecondTier(
      String engine,
      long bytes,
      int blockBytes,
      int @Nullable [] slotSizes,
      int writers,
      int queueLength,
      @Nullable String persistentPath,
      int toleratedMillis,
      Configuration conf,
      @Nullable Map<?, ?> regions) {
    this(
        engine,
        bytes,
        blockBytes,
        slotSizes,
        writers,
        queueLength,
        persistentPath,
        toleratedMillis,
        conf);
  }

  private static Configuration settings(
      Configuration conf,
      String engine,
      long bytes,
      int blockBytes,
      int @Nullable [] slotSizes,
      int writers,
      int queueLength,
      @Nullable String persistentPath) {
    Configuration settings = new Configuration(conf);
    settings.set(HConstants.BUCKET_CACHE_IOENGINE_KEY, engine);
    settings.setFloat(HConstants.BUCKET_CACHE_SIZE_KEY, bytes / 1024f / 1024f);
    settings.setInt("hbase.blockcache.minblocksize", blockBytes);
    settings.setInt("hbase.bucketcache.writer.threads", writers);
    settings.setInt("hbase.bucketcache.writer.queuelength", queueLength);
    if (slotSizes != null) {
      settings.set(
          "hbase.bucketcache.bucket.sizes",
          Arrays.stream(slotSizes).mapToObj(Integer::toString).collect(Collectors.joining(",")));
    }
    if (persistentPath != null) {
      settings.set(HConstants.BUCKET_CACHE_PERSISTENT_PATH_KEY, persistentPath);
    }
    return settings;
  }

  /** Replaces {@code instanceof BucketCache}. */
  public static boolean is(@Nullable Object cache) {
    return cache instanceof SecondTier || cache instanceof StrataSecondLevel;
  }

  /** Replaces a cast to {@code BucketCache}. */
  public static @Nullable SecondTier cast(@Nullable Object cache) {
    return cache instanceof StrataSecondLevel tier
        ? new SecondTier(tier.level())
        : (SecondTier) cache;
  }

  /** Replaces the method of {@code BucketCache}. */
  public static Optional<SecondTier> getBucketCacheFromCacheConfig(CacheConfig config) {
    return config
        .getBlockCache()
        .map(
            found ->
                found instanceof StrataBlockCache strata ? strata.getSecondLevelCache() : found)
        .map(SecondTier::cast);
  }

  /** Replaces a test's own waiting for HBase's queue. */
  public static void waitUntilAllFlushedToBucket(SecondTier tier) throws InterruptedException {
    tier.cache.awaitQuiet();
  }

  /** Replaces the same for one block. */
  public static void waitUntilFlushedToBucket(SecondTier tier, BlockCacheKey key)
      throws InterruptedException {
    tier.cache.awaitQuiet();
  }

  /** Returns true: Strata is initialized by its constructor. */
  public boolean waitForCacheInitialization(long millis) {
    return true;
  }

  /** Returns the number of readers of a block. */
  public int getRpcRefCount(BlockCacheKey key) {
    return cache.getRpcRefCount(key);
  }

  /** Replaces the method of {@code BucketCache}. */
  public boolean evictBlockIfNoRpcReferenced(BlockCacheKey key) {
    return cache.getRpcRefCount(key) == 0 && cache.evictBlock(key);
  }

  /** Returns the cached blocks by key, without HBase's internal entries. */
  public Map<BlockCacheKey, CachedBlock> getBackingMap() {
    return backingMap();
  }

  /** Replaces the field. */
  public Map<BlockCacheKey, CachedBlock> backingMap() {
    Map<BlockCacheKey, CachedBlock> blocks = new HashMap<>();
    for (CachedBlock block : tier()) {
      blocks.put(new BlockCacheKey(block.getFilename(), block.getOffset()), block);
    }
    return blocks;
  }
}

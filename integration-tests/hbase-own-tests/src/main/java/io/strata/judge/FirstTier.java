package io.strata.judge;

import io.strata.readpath.blockcache.StrataFirstLevel;
import io.strata.readpath.l1.OnHeapBlockCache;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.FirstLevelBlockCache;
import org.jspecify.annotations.Nullable;

/**
 * Strata in place of {@code LruBlockCache} in HBase's tests: the on-heap tier, or both tiers if the
 * test created its cache from a configuration without a second one. It has the methods that both
 * caches have; a test that uses others fails with an error that names the method or field.
 */
public class FirstTier extends Tier implements FirstLevelBlockCache {
  private static final int PERIODS = 12;

  private final FirstLevelBlockCache onHeap;

  private FirstTier(StrataFirstLevel cache) {
    super(cache);
    this.onHeap = cache;
  }

  private FirstTier(BothTiers both) {
    super(both);
    this.onHeap = both.getFirstLevelCache();
  }

  public FirstTier(long bytes, long blockBytes) {
    this(new StrataFirstLevel(new OnHeapBlockCache(bytes, PERIODS)));
  }

  public FirstTier(long bytes, long blockBytes, boolean evictionThread) {
    this(bytes, blockBytes);
  }

  public FirstTier(long bytes, long blockBytes, boolean evictionThread, Configuration conf) {
    this(bytes, blockBytes);
  }

  public FirstTier(long bytes, long blockBytes, Configuration conf) {
    this(bytes, blockBytes);
  }

  /** Replaces {@code instanceof LruBlockCache}. */
  public static boolean is(@Nullable Object cache) {
    return cache instanceof FirstTier
        || cache instanceof StrataFirstLevel
        || cache instanceof BothTiers;
  }

  /** Replaces a cast to {@code LruBlockCache}. */
  public static @Nullable FirstTier cast(@Nullable Object cache) {
    if (cache instanceof BothTiers both) {
      return new FirstTier(both);
    }
    return cache instanceof StrataFirstLevel tier ? new FirstTier(tier) : (FirstTier) cache;
  }

  @Override
  public boolean containsBlock(BlockCacheKey key) {
    return onHeap.containsBlock(key) || tier().isAlreadyCached(key).orElse(false);
  }

  @Override
  public void setVictimCache(BlockCache victims) {
    onHeap.setVictimCache(victims);
  }

  @Override
  public void setMaxSize(long bytes) {
    onHeap.setMaxSize(bytes);
  }

  /** Evicts all blocks of both tiers. */
  public void clearCache() {
    getCachedFileNamesForTest().forEach(this::evictBlocksByHfileName);
  }

  /** Returns the files that have cached blocks, as {@code LruBlockCache} does. */
  public SortedSet<String> getCachedFileNamesForTest() {
    SortedSet<String> names = new TreeSet<>();
    for (CachedBlock block : tier()) {
      names.add(block.getFilename());
    }
    return names;
  }
}

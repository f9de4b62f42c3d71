package io.strata.judge;

import io.strata.readpath.blockcache.StrataBlockCache;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.util.MemorySizeUtil;
import org.jspecify.annotations.Nullable;

/** Creates the caches for HBase's tests. */
public final class Caches {
  static final String INTERNAL_NAME = "io/strata/judge/Caches";

  private Caches() {}

  /**
   * Returns the cache that {@code BlockCacheFactory} returns: Strata, with an off-heap tier even if
   * none is configured, since Strata always has one. Null if HBase has no cache at all.
   */
  public static @Nullable BlockCache ofConfiguration(Configuration conf) {
    if (MemorySizeUtil.getOnHeapCacheSize(conf) < 0) {
      return null;
    }
    return conf.get(HConstants.BUCKET_CACHE_IOENGINE_KEY, "").isEmpty()
        ? new BothTiers(conf)
        : new StrataBlockCache(conf);
  }
}

package io.strata.judge;

import io.strata.readpath.blockcache.StrataBlockCache;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;

/** Strata with both tiers, for configurations in which HBase has only an on-heap cache. */
final class BothTiers extends StrataBlockCache {
  private static final int MEGABYTES = 64;

  BothTiers(Configuration conf) {
    super(withSecondTier(conf));
  }

  private static Configuration withSecondTier(Configuration conf) {
    Configuration complete = new Configuration(conf);
    complete.set(HConstants.BUCKET_CACHE_IOENGINE_KEY, "offheap");
    complete.setInt(HConstants.BUCKET_CACHE_SIZE_KEY, MEGABYTES);
    return complete;
  }
}

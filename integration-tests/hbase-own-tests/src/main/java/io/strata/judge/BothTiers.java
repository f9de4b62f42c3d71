package io.strata.judge;

import io.strata.readpath.StrataBlockCache;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;

/** Strata where HBase would have an on-heap cache alone, which Strata never is. */
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

package io.strata.readpath.l2;

import io.strata.l2.BlockStore;
import io.strata.l2.StoreStatistics;
import io.strata.l2.write.Refusal;
import org.apache.hadoop.hbase.io.hfile.CacheStats;

/** HBase's statistics, with what the store counts itself taken from there. Thread-safe. */
final class OffHeapStats extends CacheStats {
  private static final String NAME = "StrataOffHeapCache";

  private final BlockStore<?> store;

  OffHeapStats(BlockStore<?> store, int periods) {
    super(NAME, periods);
    this.store = store;
  }

  /** There are no rounds of eviction: each block goes by itself. */
  @Override
  public long getEvictionCount() {
    return getEvictedCount();
  }

  /** Blocks evicted to make room. */
  @Override
  public long getEvictedCount() {
    return store.statistics().evictedForRoom();
  }

  /** Blocks that were wanted in the cache and could not be put there. */
  @Override
  public long getFailedInserts() {
    StoreStatistics now = store.statistics();
    return now.refused(Refusal.NO_ROOM)
        + now.refused(Refusal.TOO_LARGE)
        + now.refused(Refusal.WRITE_FAILED);
  }
}

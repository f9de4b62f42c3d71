package io.strata.readpath.l1;

import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;

/** Receives the blocks that the on-heap tier evicts. Thread-safe. */
@FunctionalInterface
public interface L1EvictionListener {
  /**
   * Called with an evicted block, on the thread that caused the eviction. Must not wait: the thread
   * may be a reader and may hold a lock of the on-heap tier.
   *
   * @param block over a heap array
   */
  void onEvict(BlockCacheKey key, Cacheable block, boolean inMemory);
}

package io.strata.readpath.l1;

import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;

/** Is given what the first level lets go. Thread-safe. */
@FunctionalInterface
public interface L1EvictionListener {
  /**
   * Takes a block, or does not. Called on whatever thread made the block go, which may be one that
   * reads and holds a lock of the first level: must not wait.
   *
   * @param block lies in a heap array
   */
  void take(BlockCacheKey key, Cacheable block, boolean inMemory);
}

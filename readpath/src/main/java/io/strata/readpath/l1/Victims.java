package io.strata.readpath.l1;

import io.strata.l1.EntryListener;
import io.strata.l1.TierEntry;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;

/**
 * Hands down what the tier evicts for room. What leaves because somebody asked for it goes nowhere.
 * Thread-safe.
 *
 * <p>A file's blocks may be evicted while one of them is on its way down, and that one then lies
 * below until it is the one that nobody reads: names of files do not come back.
 */
final class Victims implements EntryListener<BlockCacheKey, Cacheable> {
  private final EntryListener<BlockCacheKey, Cacheable> next;
  private volatile L1EvictionListener taker = (key, block, inMemory) -> {};

  /**
   * To nobody at first.
   *
   * @param next told of all that comes and leaves
   */
  Victims(EntryListener<BlockCacheKey, Cacheable> next) {
    this.next = next;
  }

  /** Says who gets them from now on. */
  void handTo(L1EvictionListener other) {
    taker = other;
  }

  @Override
  public void added(TierEntry<BlockCacheKey, Cacheable> entry) {
    next.added(entry);
  }

  @Override
  public void left(TierEntry<BlockCacheKey, Cacheable> entry, Cause cause) {
    next.left(entry, cause);
    if (cause == Cause.EVICTED) {
      handDown(entry.key(), entry.value(), entry.inMemory());
    }
  }

  /** Hands down a block that the tier does not have. */
  void handDown(BlockCacheKey key, Cacheable block, boolean inMemory) {
    taker.take(key, block, inMemory);
  }
}

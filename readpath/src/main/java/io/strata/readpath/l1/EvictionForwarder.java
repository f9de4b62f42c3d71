package io.strata.readpath.l1;

import io.strata.l1.EntryListener;
import io.strata.l1.TierEntry;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;

/**
 * Forwards the blocks that the tier evicts to a listener, but not those that are removed by
 * request. Thread-safe.
 *
 * <p>If a file's blocks are evicted while one of them is being forwarded, that one stays in the
 * lower tier until its policy evicts it. It is never read, because names of files are not reused.
 */
final class EvictionForwarder implements EntryListener<BlockCacheKey, Cacheable> {
  private final EntryListener<BlockCacheKey, Cacheable> next;
  private volatile L1EvictionListener listener = (key, block, inMemory) -> {};

  /**
   * Creates a forwarder without a listener.
   *
   * @param next called for all entries
   */
  EvictionForwarder(EntryListener<BlockCacheKey, Cacheable> next) {
    this.next = next;
  }

  /** Sets the listener. */
  void setListener(L1EvictionListener other) {
    listener = other;
  }

  @Override
  public void added(TierEntry<BlockCacheKey, Cacheable> entry) {
    next.added(entry);
  }

  @Override
  public void left(TierEntry<BlockCacheKey, Cacheable> entry, Cause cause) {
    next.left(entry, cause);
    if (cause == Cause.EVICTED) {
      forward(entry.key(), entry.value(), entry.inMemory());
    }
  }

  /** Forwards a block that is not in the tier. */
  void forward(BlockCacheKey key, Cacheable block, boolean inMemory) {
    listener.onEvict(key, block, inMemory);
  }
}

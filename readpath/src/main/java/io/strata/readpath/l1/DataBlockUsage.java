package io.strata.readpath.l1;

import io.strata.l1.EntryListener;
import io.strata.l1.TierEntry;
import io.strata.readpath.count.KindTally;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.io.hfile.Cacheable;

/** Counts the tier's evictions for HBase, and its data blocks and their bytes. Thread-safe. */
final class DataBlockUsage implements EntryListener<BlockCacheKey, Cacheable> {

  private final LongAdder dataBlocks = new LongAdder();
  private final LongAdder dataBytes = new LongAdder();
  private final CacheStats stats;
  private final KindTally admitted = new KindTally();
  private final KindTally evicted = new KindTally();
  private final KindTally removed = new KindTally();

  DataBlockUsage(CacheStats stats) {
    this.stats = stats;
  }

  @Override
  public void added(TierEntry<BlockCacheKey, Cacheable> entry) {
    count(entry, 1);
    admitted.count(entry.value().getBlockType());
  }

  /** Counts each eviction as an eviction round of HBase's: the tier evicts one block at a time. */
  @Override
  public void left(TierEntry<BlockCacheKey, Cacheable> entry, Cause cause) {
    count(entry, -1);
    if (cause == Cause.EVICTED) {
      stats.evict();
      stats.evicted(entry.addedNanos(), entry.key().isPrimary());
      evicted.count(entry.value().getBlockType());
    } else {
      removed.count(entry.value().getBlockType());
    }
  }

  private void count(TierEntry<BlockCacheKey, Cacheable> entry, int sign) {
    BlockType type = entry.value().getBlockType();
    if (type != null && type.isData()) {
      dataBlocks.add(sign);
      dataBytes.add((long) sign * entry.weight());
    }
  }

  /** Returns the inserted blocks. */
  KindTally admitted() {
    return admitted;
  }

  /** Returns the blocks that were evicted for others. */
  KindTally evicted() {
    return evicted;
  }

  /** Returns the blocks that were removed by request or replaced by another version. */
  KindTally removed() {
    return removed;
  }

  long dataBlocks() {
    return dataBlocks.sum();
  }

  long dataBytes() {
    return dataBytes.sum();
  }
}

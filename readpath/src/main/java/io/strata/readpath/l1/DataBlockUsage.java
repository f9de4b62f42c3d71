package io.strata.readpath.l1;

import io.strata.l1.EntryListener;
import io.strata.l1.TierEntry;
import io.strata.readpath.count.KindTally;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.io.hfile.Cacheable;

/** Counts the tier's evictions for HBase, and how much of the tier data blocks make up. */
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

  /** The tier evicts one block at a time as room is needed, so each is a run of its own. */
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

  /** Blocks that came in. */
  KindTally admitted() {
    return admitted;
  }

  /** Blocks that went for room. */
  KindTally evicted() {
    return evicted;
  }

  /** Blocks that went because somebody asked for it, or brought another version. */
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

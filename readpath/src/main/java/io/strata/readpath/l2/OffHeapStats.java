package io.strata.readpath.l2;

import io.strata.l2.BlockStore;
import io.strata.l2.StoreStatistics;
import io.strata.l2.write.Rejection;
import io.strata.readpath.count.BlockKind;
import io.strata.readpath.count.KindStats;
import io.strata.readpath.count.KindTally;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.jspecify.annotations.Nullable;

/**
 * HBase's statistics of the off-heap level; some are read from the store's own counters.
 * Thread-safe.
 *
 * <p>HBase counts a hit in up to four counters: all hits, primary replicas, reads that cache, and
 * the block's type. Nearly all hits here are of data blocks. Each of these increments one counter,
 * that of its combination of replica and caching, and the getters return sums.
 *
 * <p>To HBase, a hit in the flash tier is a hit of this cache. Hits in memory and on flash have
 * separate counters, so that neither is computed as a difference, which could fall.
 */
public final class OffHeapStats extends KindStats {
  private static final String NAME = "StrataOffHeapCache";

  private final BlockStore<?> store;
  private final LongAdder dataHits = new LongAdder();
  private final LongAdder cachingDataHits = new LongAdder();
  private final LongAdder primaryDataHits = new LongAdder();
  private final LongAdder primaryCachingDataHits = new LongAdder();

  /** Hits in memory on other than data blocks: those that the first level evicted. */
  private final KindTally otherHits = new KindTally();

  private final KindTally flashHits = new KindTally();

  /** Blocks that were inserted without a read. */
  private final LongAdder victims = new LongAdder();

  private final LongAdder promoted = new LongAdder();
  private final LongAdder kept = new LongAdder();

  OffHeapStats(BlockStore<?> store, int periods) {
    super(NAME, periods);
    this.store = store;
  }

  @Override
  public void hit(boolean caching, boolean primary, @Nullable BlockType type) {
    if (type != BlockType.DATA && type != BlockType.ENCODED_DATA) {
      super.hit(caching, primary, type);
      otherHits.count(type);
    } else if (primary) {
      (caching ? primaryCachingDataHits : primaryDataHits).increment();
    } else {
      (caching ? cachingDataHits : dataHits).increment();
    }
  }

  /** Counts a hit in the flash tier. */
  void hitOnFlash(boolean caching, boolean primary, @Nullable BlockType type) {
    super.hit(caching, primary, type);
    flashHits.count(type);
  }

  /** Counts a block that the first level evicted and that is inserted without a read. */
  void victim() {
    victims.increment();
  }

  /** Counts a block that is promoted from flash to memory. */
  void promotion() {
    promoted.increment();
  }

  /** Counts a block that was inserted again while it was on flash, and stays there. */
  void keptOnDisk() {
    kept.increment();
  }

  /** Returns the number of blocks promoted from flash to memory. */
  public long promotedBlocks() {
    return promoted.sum();
  }

  /** Returns the number of blocks inserted again while on flash, such as for lack of a buffer. */
  public long keptBlocks() {
    return kept.sum();
  }

  /** Returns the number of reads with known lengths: hits, and blocks inserted after a miss. */
  long readsSoFar() {
    return getHitCount() + store.statistics().offered() - victims.sum() - promoted.sum();
  }

  /** Returns the number of hits in memory on blocks of a kind. */
  public long memoryHits(BlockKind kind) {
    long other = otherHits.of(kind);
    return kind == BlockKind.DATA ? ownDataHits() + other : other;
  }

  /** Returns the number of hits in the flash tier on blocks of a kind. */
  public long flashHits(BlockKind kind) {
    return flashHits.of(kind);
  }

  @Override
  public long getHitCount() {
    return super.getHitCount() + ownDataHits();
  }

  @Override
  public long getDataHitCount() {
    return super.getDataHitCount() + ownDataHits();
  }

  @Override
  public long getPrimaryHitCount() {
    return super.getPrimaryHitCount() + primaryDataHits.sum() + primaryCachingDataHits.sum();
  }

  @Override
  public long getHitCachingCount() {
    return super.getHitCachingCount() + cachingDataHits.sum() + primaryCachingDataHits.sum();
  }

  private long ownDataHits() {
    return dataHits.sum()
        + cachingDataHits.sum()
        + primaryDataHits.sum()
        + primaryCachingDataHits.sum();
  }

  /** Returns the number of evicted blocks: eviction is on demand, one slot at a time. */
  @Override
  public long getEvictionCount() {
    return getEvictedCount();
  }

  /** Returns the number of blocks evicted to free memory. */
  @Override
  public long getEvictedCount() {
    return store.statistics().evictedForRoom();
  }

  /** Returns the number of blocks that could not be inserted. */
  @Override
  public long getFailedInserts() {
    StoreStatistics now = store.statistics();
    return now.rejected(Rejection.NO_ROOM)
        + now.rejected(Rejection.TOO_LARGE)
        + now.rejected(Rejection.TOO_MANY_FILES)
        + now.rejected(Rejection.WRITE_FAILED);
  }
}

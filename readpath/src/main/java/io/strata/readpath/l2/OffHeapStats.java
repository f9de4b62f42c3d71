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
 * HBase's statistics, with what the store counts itself taken from there. Thread-safe.
 *
 * <p>HBase counts a hit in up to four counters: of all hits, of primary replicas, of reads that may
 * cache, of the block's type. Here nearly all hits are of data blocks, and each is counted in one:
 * that of its combination of the other two. The getters add up.
 *
 * <p>To HBase a hit of the tier on disks is one of this cache. Those counters are apart from the
 * ones of memory, so that neither is a difference, which could fall.
 */
public final class OffHeapStats extends KindStats {
  private static final String NAME = "StrataOffHeapCache";

  private final BlockStore<?> store;
  private final LongAdder dataHits = new LongAdder();
  private final LongAdder cachingDataHits = new LongAdder();
  private final LongAdder primaryDataHits = new LongAdder();
  private final LongAdder primaryCachingDataHits = new LongAdder();

  /** Hits in memory that are not of data blocks: of what the first level evicted. */
  private final KindTally otherHits = new KindTally();

  private final KindTally flashHits = new KindTally();

  /** Inserts that no read asked for. */
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

  /** Counts a hit in the tier on disks. */
  void hitOnFlash(boolean caching, boolean primary, @Nullable BlockType type) {
    super.hit(caching, primary, type);
    flashHits.count(type);
  }

  /** Counts a block that the first level evicted, which is inserted without a read. */
  void victim() {
    victims.increment();
  }

  /** Counts a block that comes back to memory from the tier on disks. */
  void promotion() {
    promoted.increment();
  }

  /** Counts a block that was inserted again while it was on disks, and stays there. */
  void keptOnDisk() {
    kept.increment();
  }

  /** Blocks that came back to memory from the tier on disks. */
  public long promotedBlocks() {
    return promoted.sum();
  }

  /** Blocks that were inserted again while they were on disks, such as for lack of a buffer. */
  public long keptBlocks() {
    return kept.sum();
  }

  /** Reads of which the lengths are known: hits, and blocks that are inserted after a miss. */
  long readsSoFar() {
    return getHitCount() + store.statistics().offered() - victims.sum() - promoted.sum();
  }

  /** Hits in memory of a kind. */
  public long memoryHits(BlockKind kind) {
    long other = otherHits.of(kind);
    return kind == BlockKind.DATA ? ownDataHits() + other : other;
  }

  /** Hits in the tier on disks of a kind. */
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
    return now.rejected(Rejection.NO_ROOM)
        + now.rejected(Rejection.TOO_LARGE)
        + now.rejected(Rejection.TOO_MANY_FILES)
        + now.rejected(Rejection.WRITE_FAILED);
  }
}

package io.strata.readpath.count;

import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.jspecify.annotations.Nullable;

/**
 * HBase's statistics with hits and misses of each kind of block. Thread-safe.
 *
 * <p>HBase counts a hit first in the total and then in the counter of the block's type. The
 * difference of the two may decrease, which Prometheus takes for a restart of the counter. So each
 * kind is a sum of monotonic counters: HBase's, and one here for the types that HBase counts only
 * in the total. A hit of any other type has no additional cost.
 */
public class KindStats extends CacheStats {
  private final LongAdder untypedHits = new LongAdder();
  private final LongAdder untypedMisses = new LongAdder();

  /**
   * Creates statistics with all counters 0.
   *
   * @param periods the number of periods of rolling statistics; one or more
   */
  public KindStats(String name, int periods) {
    super(name, periods);
  }

  @Override
  public void hit(boolean caching, boolean primary, @Nullable BlockType type) {
    super.hit(caching, primary, type);
    if (isUntyped(type)) {
      untypedHits.increment();
    }
  }

  @Override
  public void miss(boolean caching, boolean primary, @Nullable BlockType type) {
    super.miss(caching, primary, type);
    if (isUntyped(type)) {
      untypedMisses.increment();
    }
  }

  /** Returns whether HBase has no counter for a type. */
  private static boolean isUntyped(@Nullable BlockType type) {
    return type == null || type == BlockType.INDEX_V1;
  }

  /** Returns the hits of a kind; a block of unknown type counts as data. */
  public long hits(BlockKind kind) {
    return switch (kind) {
      case DATA -> getDataHitCount() + untypedHits.sum();
      case INDEX ->
          getLeafIndexHitCount() + getIntermediateIndexHitCount() + getRootIndexHitCount();
      case BLOOM ->
          getBloomChunkHitCount() + getGeneralBloomMetaHitCount() + getDeleteFamilyBloomHitCount();
      case META -> getMetaHitCount() + getFileInfoHitCount() + getTrailerHitCount();
    };
  }

  /** Returns the misses of a kind; a block of unknown type counts as data. */
  public long misses(BlockKind kind) {
    return switch (kind) {
      case DATA -> getDataMissCount() + untypedMisses.sum();
      case INDEX ->
          getLeafIndexMissCount() + getIntermediateIndexMissCount() + getRootIndexMissCount();
      case BLOOM ->
          getBloomChunkMissCount()
              + getGeneralBloomMetaMissCount()
              + getDeleteFamilyBloomMissCount();
      case META -> getMetaMissCount() + getFileInfoMissCount() + getTrailerMissCount();
    };
  }
}

package io.strata.readpath.count;

import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.jspecify.annotations.Nullable;

/**
 * HBase's statistics, with hits and misses by kind. Thread-safe.
 *
 * <p>HBase counts a hit in its total and in the counter of the block's type, one after the other. A
 * difference of the two falls when the second follows, and to Prometheus a counter that falls has
 * restarted. So each kind is a sum of counters that only rise: HBase's, and one here for the types
 * that HBase counts in its total alone. A hit of any other type costs nothing more.
 */
public class KindStats extends CacheStats {
  private final LongAdder untypedHits = new LongAdder();
  private final LongAdder untypedMisses = new LongAdder();

  /**
   * Makes statistics that are zero.
   *
   * @param periods over how many periods they give a hit ratio; one or more
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

  /** Whether HBase has no counter for a type. */
  private static boolean isUntyped(@Nullable BlockType type) {
    return type == null || type == BlockType.INDEX_V1;
  }

  /** Hits of a kind; those of no known type count as data, as most of them are. */
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

  /** Misses of a kind; those of no known type count as data, as most of them are. */
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

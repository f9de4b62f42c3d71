package io.strata.readpath.count;

import java.util.EnumMap;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.jspecify.annotations.Nullable;

/** Counts blocks by kind. Thread-safe; to count takes no lock and makes no object. */
public final class KindTally {
  private final EnumMap<BlockKind, LongAdder> counts = new EnumMap<>(BlockKind.class);

  public KindTally() {
    for (BlockKind kind : BlockKind.values()) {
      counts.put(kind, new LongAdder());
    }
  }

  /** Counts a block of this type, which may not be known. */
  public void count(@Nullable BlockType type) {
    counter(BlockKind.of(type)).increment();
  }

  /** How many of a kind were counted. */
  public long of(BlockKind kind) {
    return counter(kind).sum();
  }

  private LongAdder counter(BlockKind kind) {
    return Objects.requireNonNull(counts.get(kind));
  }

  /** Hits that HBase's statistics have of a kind. */
  public static long hits(CacheStats stats, BlockKind kind) {
    long index =
        stats.getLeafIndexHitCount()
            + stats.getIntermediateIndexHitCount()
            + stats.getRootIndexHitCount();
    long bloom =
        stats.getBloomChunkHitCount()
            + stats.getGeneralBloomMetaHitCount()
            + stats.getDeleteFamilyBloomHitCount();
    long meta = stats.getMetaHitCount() + stats.getFileInfoHitCount() + stats.getTrailerHitCount();
    return share(kind, stats.getHitCount(), index, bloom, meta);
  }

  /** Misses that HBase's statistics have of a kind. */
  public static long misses(CacheStats stats, BlockKind kind) {
    long index =
        stats.getLeafIndexMissCount()
            + stats.getIntermediateIndexMissCount()
            + stats.getRootIndexMissCount();
    long bloom =
        stats.getBloomChunkMissCount()
            + stats.getGeneralBloomMetaMissCount()
            + stats.getDeleteFamilyBloomMissCount();
    long meta =
        stats.getMetaMissCount() + stats.getFileInfoMissCount() + stats.getTrailerMissCount();
    return share(kind, stats.getMissCount(), index, bloom, meta);
  }

  /** What is of no other kind counts as data: most of it is, and some keys do not tell. */
  private static long share(BlockKind kind, long all, long index, long bloom, long meta) {
    return switch (kind) {
      case DATA -> Math.max(0, all - index - bloom - meta);
      case INDEX -> index;
      case BLOOM -> bloom;
      case META -> meta;
    };
  }
}

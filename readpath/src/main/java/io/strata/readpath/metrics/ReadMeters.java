package io.strata.readpath.metrics;

import io.micrometer.core.instrument.Tags;
import io.strata.readpath.count.BlockKind;
import io.strata.readpath.count.KindTally;
import io.strata.readpath.l1.OnHeapBlockCache;
import io.strata.readpath.l2.OffHeapBlockCache;
import java.util.function.LongSupplier;

/** Hits in memory by tier, and misses of all tiers. */
final class ReadMeters {
  private final OnHeapBlockCache onHeap;
  private final OffHeapBlockCache offHeap;

  ReadMeters(OnHeapBlockCache onHeap, OffHeapBlockCache offHeap) {
    this.onHeap = onHeap;
    this.offHeap = offHeap;
  }

  void bindTo(Meters meters) {
    for (BlockKind kind : BlockKind.values()) {
      hits(meters, Tier.HEAP, kind, () -> KindTally.hits(onHeap.getStats(), kind));
      hits(meters, Tier.OFF_HEAP, kind, () -> offHeapHits(kind));
      meters.counter(
          "strata.misses",
          Meters.BLOCKS,
          "Look-ups that found no block in any tier; a second look of the same read is not counted.",
          Tags.of("kind", kind.title()),
          now ->
              KindTally.misses(onHeap.getStats(), kind)
                  + KindTally.misses(offHeap.getStats(), kind));
    }
  }

  static void hits(Meters meters, Tier tier, BlockKind kind, LongSupplier hits) {
    meters.counter(
        "strata.hits",
        Meters.BLOCKS,
        "Look-ups that found the block, by the tier that had it.",
        tier.tags(kind),
        now -> hits.getAsLong());
  }

  /** HBase counts for the second level what the tier on disks has, too. */
  private long offHeapHits(BlockKind kind) {
    long all = KindTally.hits(offHeap.getStats(), kind);
    return Math.max(0, all - offHeap.flashHits().of(kind));
  }
}

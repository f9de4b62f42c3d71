package io.strata.readpath.metrics;

import io.micrometer.core.instrument.Tags;
import io.strata.readpath.count.BlockKind;
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
      hits(meters, Tier.HEAP, kind, () -> onHeap.getStats().hits(kind));
      hits(meters, Tier.OFF_HEAP, kind, () -> offHeap.getStats().memoryHits(kind));
      meters
          .with(Tags.of("kind", kind.title()))
          .counter(
              "strata.misses",
              Meters.BLOCKS,
              "Look-ups that found no block in any tier; a second look of the same read is not counted.",
              now -> onHeap.getStats().misses(kind) + offHeap.getStats().misses(kind));
    }
  }

  static void hits(Meters meters, Tier tier, BlockKind kind, LongSupplier hits) {
    meters
        .with(tier.tags(kind))
        .counter(
            "strata.hits",
            Meters.BLOCKS,
            "Look-ups that found the block, by the tier that had it.",
            now -> hits.getAsLong());
  }
}

package io.strata.readpath.metrics;

import io.micrometer.core.instrument.Tags;
import io.strata.readpath.count.BlockKind;
import io.strata.readpath.l1.OnHeapBlockCache;
import io.strata.readpath.l2.OffHeapBlockCache;
import java.util.function.LongSupplier;

/** Registers the meters of hits in memory by tier, and of misses of the whole cache. */
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
              "Look-ups that found the block in no tier; the retry of a read is not counted.",
              now -> onHeap.getStats().misses(kind) + offHeap.getStats().misses(kind));
    }
  }

  static void hits(Meters meters, Tier tier, BlockKind kind, LongSupplier hits) {
    meters
        .with(tier.tags(kind))
        .counter(
            "strata.hits",
            Meters.BLOCKS,
            "Look-ups that found the block, by tier.",
            now -> hits.getAsLong());
  }
}

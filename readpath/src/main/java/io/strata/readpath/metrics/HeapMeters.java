package io.strata.readpath.metrics;

import io.strata.readpath.count.BlockKind;
import io.strata.readpath.l1.OnHeapBlockCache;

/** Registers the meters of the on-heap tier. */
final class HeapMeters {
  private final OnHeapBlockCache cache;

  HeapMeters(OnHeapBlockCache cache) {
    this.cache = cache;
  }

  void bindTo(Meters meters) {
    BlockMeters blocks = new BlockMeters(meters, Tier.HEAP);
    blocks.contents(
        now -> cache.getMaxSize(), now -> cache.getCurrentSize(), now -> cache.getBlockCount());
    for (BlockKind kind : BlockKind.values()) {
      blocks.admitted(kind, now -> cache.admitted().of(kind));
      blocks.rejected(kind, "no_room", now -> cache.rejected().of(kind));
      blocks.evicted(kind, BlockMeters.ROOM, now -> cache.evicted().of(kind));
      blocks.evicted(kind, BlockMeters.REQUEST, now -> cache.removed().of(kind));
    }
  }
}

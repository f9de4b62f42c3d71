package io.strata.readpath.metrics;

import io.strata.readpath.count.BlockKind;
import java.util.function.ToDoubleFunction;

/** Registers the meters that all tiers share. */
final class BlockMeters {
  /** The reason of an eviction that frees memory for another block. */
  static final String ROOM = "room";

  /** The reason of an eviction by request: the block's file was closed, or a caller evicts it. */
  static final String REQUEST = "request";

  private final Meters meters;
  private final Tier tier;

  BlockMeters(Meters meters, Tier tier) {
    this.meters = meters;
    this.tier = tier;
  }

  void contents(
      ToDoubleFunction<Snapshot> capacity,
      ToDoubleFunction<Snapshot> used,
      ToDoubleFunction<Snapshot> blocks) {
    meters.with(tier.tags()).bytes("strata.capacity", "Capacity of a tier.", capacity);
    meters.with(tier.tags()).bytes("strata.used", "Bytes of the blocks in a tier.", used);
    meters.with(tier.tags()).blocks("strata.cached", "Blocks in a tier.", blocks);
  }

  void admitted(BlockKind kind, ToDoubleFunction<Snapshot> value) {
    meters
        .with(tier.tags(kind))
        .counter("strata.admitted", Meters.BLOCKS, "Blocks inserted into a tier.", value);
  }

  void rejected(BlockKind kind, String reason, ToDoubleFunction<Snapshot> value) {
    Meters tagged = meters.with(tier.tags(kind, reason));
    tagged.counter(
        "strata.rejected",
        Meters.BLOCKS,
        "Blocks passed to a tier that it did not insert, by reason.",
        value);
    DeprecatedMeters.REFUSED.bindTo(tagged, Meters.BLOCKS, value);
  }

  void evicted(BlockKind kind, String reason, ToDoubleFunction<Snapshot> value) {
    meters
        .with(tier.tags(kind, reason))
        .counter(
            "strata.evicted",
            Meters.BLOCKS,
            "Blocks evicted from a tier: room, to free memory; request, because the file was closed"
                + " or a caller evicted them.",
            value);
  }
}

package io.strata.readpath.metrics;

import io.strata.readpath.count.BlockKind;
import java.util.function.ToDoubleFunction;

/** The meters that tiers have alike. */
final class BlockMeters {
  /** Evicted for room. */
  static final String ROOM = "room";

  /** Evicted because the block's file was closed, or somebody asked for it. */
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
    meters.with(tier.tags()).bytes("strata.capacity", "What a tier may take.", capacity);
    meters.with(tier.tags()).bytes("strata.used", "Bytes of the blocks in a tier.", used);
    meters.with(tier.tags()).blocks("strata.cached", "Blocks in a tier.", blocks);
  }

  void admitted(BlockKind kind, ToDoubleFunction<Snapshot> value) {
    meters
        .with(tier.tags(kind))
        .counter("strata.admitted", Meters.BLOCKS, "Blocks that came into a tier.", value);
  }

  void rejected(BlockKind kind, String reason, ToDoubleFunction<Snapshot> value) {
    meters
        .with(tier.tags(kind, reason))
        .counter(
            "strata.refused",
            Meters.BLOCKS,
            "Blocks that were offered to a tier and are not there, by reason.",
            value);
  }

  void evicted(BlockKind kind, String reason, ToDoubleFunction<Snapshot> value) {
    meters
        .with(tier.tags(kind, reason))
        .counter(
            "strata.evicted",
            Meters.BLOCKS,
            "Blocks that left a tier: for room, or because somebody asked for it or the file is gone.",
            value);
  }
}

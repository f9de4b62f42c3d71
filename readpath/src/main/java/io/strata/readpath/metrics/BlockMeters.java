package io.strata.readpath.metrics;

import io.strata.readpath.count.BlockKind;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

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
    meters.bytes("strata.capacity", "What a tier may take.", tier.tags(), capacity);
    meters.bytes("strata.used", "Bytes of the blocks in a tier.", tier.tags(), used);
    meters.blocks("strata.cached", "Blocks in a tier.", tier.tags(), blocks);
  }

  void admitted(BlockKind kind, ToLongFunction<Snapshot> value) {
    meters.counter(
        "strata.admitted", Meters.BLOCKS, "Blocks that came into a tier.", tier.tags(kind), value);
  }

  void refused(BlockKind kind, String reason, ToLongFunction<Snapshot> value) {
    meters.counter(
        "strata.refused",
        Meters.BLOCKS,
        "Blocks that were offered to a tier and are not there, by reason.",
        tier.tags(kind, reason),
        value);
  }

  void evicted(BlockKind kind, String reason, ToLongFunction<Snapshot> value) {
    meters.counter(
        "strata.evicted",
        Meters.BLOCKS,
        "Blocks that left a tier: for room, or because somebody asked for it or the file is gone.",
        tier.tags(kind, reason),
        value);
  }
}

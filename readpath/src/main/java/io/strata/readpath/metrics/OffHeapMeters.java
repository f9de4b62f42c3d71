package io.strata.readpath.metrics;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.strata.l2.SizeClassStatistics;
import io.strata.l2.curve.CurveSnapshot;
import io.strata.l2.write.Rejection;
import io.strata.readpath.count.BlockKind;
import io.strata.readpath.l2.OffHeapBlockCache;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/** Registers the meters of the off-heap tier. */
final class OffHeapMeters {
  private static final String BUCKETS = "buckets";

  private final OffHeapBlockCache cache;

  OffHeapMeters(OffHeapBlockCache cache) {
    this.cache = cache;
  }

  void bindTo(Meters meters) {
    BlockMeters blocks = new BlockMeters(meters, Tier.OFF_HEAP);
    blocks.contents(
        now -> now.store().configuredBytes(),
        now -> now.store().bytes(),
        now -> now.store().blocks());
    for (BlockKind kind : BlockKind.values()) {
      bindTo(blocks, kind);
    }
    writing(meters);
    memory(meters);
    compression(meters);
    attachment(meters);
    pins(meters);
    curve(meters);
    meters.add(OffHeapMeters::readSizeClasses);
    meters.add(OffHeapMeters::readPolicy);
  }

  @SuppressWarnings("EnumOrdinal") // KindStatistics' lists are in this order.
  private static void bindTo(BlockMeters blocks, BlockKind kind) {
    int number = kind.ordinal();
    blocks.admitted(kind, now -> now.kinds().written().get(number));
    blocks.evicted(kind, BlockMeters.ROOM, now -> now.kinds().evictedForRoom().get(number));
    blocks.evicted(kind, BlockMeters.REQUEST, now -> now.kinds().evictedByRequest().get(number));
    for (Rejection reason : Rejection.values()) {
      blocks.rejected(
          kind,
          reason.name().toLowerCase(Locale.ROOT),
          now -> Objects.requireNonNull(now.kinds().rejected().get(reason)).get(number));
    }
  }

  private static void writing(Meters meters) {
    meters.counter(
        "strata.offered",
        Meters.BLOCKS,
        "Blocks passed to the off-heap tier.",
        now -> now.store().offered());
    meters.counter(
        "strata.copied.by.caller",
        Meters.BLOCKS,
        "Blocks copied by the inserting thread: small ones, and all blocks while the write queues"
            + " are full.",
        now -> now.store().copiedByCaller());
    meters.blocks(
        "strata.flight.blocks",
        "Blocks in flight to slots: the depth of the write queues.",
        now -> now.store().blocksInFlight());
    meters.bytes(
        "strata.flight",
        "Bytes of the blocks in flight to slots.",
        now -> now.store().bytesInFlight());
  }

  private static void memory(Meters meters) {
    meters.bytes("strata.buckets", "Bytes of all buckets.", now -> now.store().bucketBytes());
    meters.gauge(
        "strata.empty",
        BUCKETS,
        "Empty buckets of 2 MB, not formatted for a size class.",
        now -> now.store().emptyBuckets());
    meters.bytes(
        "strata.slack",
        "Internal fragmentation: bytes of slots in use that their blocks do not fill.",
        Snapshot::slackBytes);
    meters.counter(
        "strata.drained",
        BUCKETS,
        "Buckets retired from their size class, to be formatted for another or removed.",
        now -> now.store().drained());
    meters.counter(
        "strata.moved",
        Meters.BLOCKS,
        "Blocks moved to another slot because their bucket was retired.",
        now -> now.store().moved());
  }

  private static void compression(Meters meters) {
    meters.blocks(
        "strata.compressed.blocks",
        "Blocks in memory that are compressed.",
        now -> now.compression().packedBlocks());
    meters.bytes(
        "strata.compressed",
        "Bytes of the compressed blocks in memory.",
        now -> now.compression().packedBytes());
    meters.counter(
        "strata.compressions",
        Meters.BLOCKS,
        "Blocks compressed instead of evicted.",
        now -> now.compression().packed());
    meters.counter(
        "strata.compressed.spills",
        Meters.BLOCKS,
        "Blocks compressed on eviction to the disks.",
        now -> now.compression().spilled());
    meters.counter(
        "strata.incompressible",
        Meters.BLOCKS,
        "Blocks that compression did not make smaller; they are not tried again.",
        now -> now.compression().incompressible());
    meters.counter(
        "strata.decompressions",
        "reads",
        "Reads that found a compressed block.",
        now -> now.compression().unpacked());
    meters.counter(
        "strata.decompressed.for.good",
        "reads",
        "Reads that found a compressed block and left it decompressed because it is read often.",
        now -> now.compression().promoted());
    meters.counter(
        "strata.compression",
        Meters.SECONDS,
        "CPU time spent on compressing blocks.",
        now -> now.compression().packNanos() / 1e9);
  }

  private void attachment(Meters meters) {
    meters.counter(
        "strata.attached",
        Meters.BLOCKS,
        "Blocks of the previous process that the off-heap tier attached to and serves again"
            + " (strata.offheap.path).",
        now -> cache.restored().attachedBlocks());
  }

  private static void pins(Meters meters) {
    meters.gauge(
        "strata.pins", "pins", "Pins that readers hold on blocks.", now -> now.pins().pins());
    meters.blocks(
        "strata.pins.blocks", "Blocks that readers pin.", now -> now.pins().pinnedBlocks());
    meters.blocks(
        "strata.pins.evicted",
        "Evicted blocks whose slots are still pinned by readers.",
        now -> now.pins().evictedBlocks());
    meters.gauge(
        "strata.pins.oldest",
        Meters.SECONDS,
        "Longest time for which a block was found pinned at every read of the meters.",
        now -> now.pins().oldestNanos() / 1e9);
    meters.counter(
        "strata.freed.by.readers",
        Meters.BLOCKS,
        "Blocks evicted while pinned, and freed by the last reader.",
        now -> now.store().freedByReaders());
  }

  private void curve(Meters meters) {
    long bytes = cache.getMaxSize();
    List<CurveSnapshot.Point> points = cache.expectedHits().pointsAround(bytes);
    for (int i = 0; i < points.size(); i++) {
      Tags size = Tags.of("size", Double.toString((double) points.get(i).bytes() / bytes));
      int number = i;
      expected(
          meters, "strata.expected.hits", "reads", size, number, CurveSnapshot.Point::hitRatio);
      expected(
          meters,
          "strata.expected.byte.hits",
          "bytes read",
          size,
          number,
          CurveSnapshot.Point::byteHitRatio);
    }
    meters.blocks(
        "strata.expected.sample",
        "Blocks in the sample of the expected hit ratio; its error is about 1/sqrt(sample).",
        now -> now.curve().trackedKeys());
  }

  private void expected(
      Meters meters,
      String name,
      String what,
      Tags size,
      int number,
      ToDoubleFunction<CurveSnapshot.Point> ratio) {
    meters
        .with(size)
        .gauge(
            name,
            Meters.RATIO,
            "Expected hit ratio of %s if the off-heap tier were size times as large; for LRU."
                .formatted(what),
            now -> ratio.applyAsDouble(now.curve().pointsAround(cache.getMaxSize()).get(number)));
  }

  /** Reads the current size classes. Their set changes over time. */
  private static void readSizeClasses(Snapshot now, Consumer<Sample> to) {
    for (SizeClassStatistics each : now.sizeClasses()) {
      Tags slot = Tags.of("slot", Integer.toString(each.slotBytes()));
      to.accept(
          Meters.sample(
              "strata.size.class.used",
              BaseUnits.BYTES,
              "Bytes of the slots in use, by the size of a slot.",
              slot,
              (double) each.usedBytes()));
      to.accept(
          Meters.sample(
              "strata.size.class.buckets",
              BUCKETS,
              "Buckets of 2 MB, by the size of their slots.",
              slot,
              each.buckets()));
    }
  }

  /** Reads the state of the eviction policy. Each policy has its own figures. */
  private static void readPolicy(Snapshot now, Consumer<Sample> to) {
    now.policy()
        .forEach(
            (figure, value) ->
                to.accept(
                    Meters.sample(
                        "strata.policy",
                        Meters.STATE,
                        "State of the eviction policy: its logical clock, in multiples of the"
                            + " capacity inserted, and its adaptive parameters.",
                        Tags.of("figure", figure),
                        value)));
  }
}

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

/** The tier off the heap. */
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

  @SuppressWarnings("EnumOrdinal") // The order of the lists.
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
        "Blocks that were offered to the tier off the heap.",
        now -> now.store().offered());
    meters.counter(
        "strata.copied.by.caller",
        Meters.BLOCKS,
        "Blocks that the thread that brought them copied: small ones, and those for which the"
            + " writers' queues were full.",
        now -> now.store().copiedByCaller());
    meters.blocks(
        "strata.flight.blocks",
        "Blocks on their way into slots: the depth of the writers' queues.",
        now -> now.store().blocksInFlight());
    meters.bytes(
        "strata.flight",
        "Bytes of the blocks on their way into slots.",
        now -> now.store().bytesInFlight());
  }

  private static void memory(Meters meters) {
    meters.bytes("strata.buckets", "Bytes of all buckets.", now -> now.store().bucketBytes());
    meters.gauge(
        "strata.empty",
        BUCKETS,
        "Buckets of 4 MB that no size class has.",
        now -> now.store().emptyBuckets());
    meters.bytes(
        "strata.slack",
        "Bytes of slots in use that their blocks do not need.",
        Snapshot::slackBytes);
    meters.counter(
        "strata.drained",
        BUCKETS,
        "Buckets that were taken from their size class, to be given to another or removed.",
        now -> now.store().drained());
    meters.counter(
        "strata.moved",
        Meters.BLOCKS,
        "Blocks that were moved to another slot because their bucket was wanted elsewhere.",
        now -> now.store().moved());
  }

  private static void compression(Meters meters) {
    meters.blocks(
        "strata.compressed.blocks",
        "Blocks that are compressed.",
        now -> now.compression().packedBlocks());
    meters.bytes(
        "strata.compressed",
        "Bytes that the compressed blocks take.",
        now -> now.compression().packedBytes());
    meters.counter(
        "strata.compressions",
        Meters.BLOCKS,
        "Blocks that were compressed instead of evicted.",
        now -> now.compression().packed());
    meters.counter(
        "strata.compressed.spills",
        Meters.BLOCKS,
        "Blocks that were compressed on their way to the disks.",
        now -> now.compression().spilled());
    meters.counter(
        "strata.incompressible",
        Meters.BLOCKS,
        "Blocks that compression did not make smaller, and that are not tried again.",
        now -> now.compression().incompressible());
    meters.counter(
        "strata.decompressions",
        "reads",
        "Reads that found a compressed block.",
        now -> now.compression().unpacked());
    meters.counter(
        "strata.decompressed.for.good",
        "reads",
        "Reads that found a compressed block, and left it decompressed because it is read often.",
        now -> now.compression().promoted());
    meters.counter(
        "strata.compression",
        Meters.SECONDS,
        "Processor time for compressing blocks.",
        now -> now.compression().packNanos() / 1e9);
  }

  private void attachment(Meters meters) {
    meters.counter(
        "strata.attached",
        Meters.BLOCKS,
        "Blocks of an earlier process that the off-heap tier serves again, where its memory outlives"
            + " the process.",
        now -> cache.restored().attachedBlocks());
  }

  private static void pins(Meters meters) {
    meters.gauge(
        "strata.pins", "pins", "Pins that readers have of blocks.", now -> now.pins().pins());
    meters.blocks(
        "strata.pins.blocks", "Blocks that readers have.", now -> now.pins().pinnedBlocks());
    meters.blocks(
        "strata.pins.evicted",
        "Blocks that are evicted, and whose slots wait for readers.",
        now -> now.pins().evictedBlocks());
    meters.gauge(
        "strata.pins.oldest",
        Meters.SECONDS,
        "For how long a block has been pinned each time somebody looked.",
        now -> now.pins().oldestNanos() / 1e9);
    meters.counter(
        "strata.freed.by.readers",
        Meters.BLOCKS,
        "Blocks that were evicted while readers had them, and freed by the last of these.",
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
        "Blocks that the expectation is estimated from: it errs by about one over the root of it.",
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
            "Which share of %s would be hit if the tier off the heap were so many times as large; for LRU."
                .formatted(what),
            now -> ratio.applyAsDouble(now.curve().pointsAround(cache.getMaxSize()).get(number)));
  }

  /** Reads the sizes of slot that there are now, as sizes come and go. */
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
              "Buckets of 4 MB, by the size of the slots that they are cut into.",
              slot,
              each.buckets()));
    }
  }

  /** Reads what the policy goes by: another one goes by other figures. */
  private static void readPolicy(Snapshot now, Consumer<Sample> to) {
    now.policy()
        .forEach(
            (figure, value) ->
                to.accept(
                    Meters.sample(
                        "strata.policy",
                        Meters.STATE,
                        "What the policy goes by: turnovers of the memory, and what it adapts.",
                        Tags.of("figure", figure),
                        value)));
  }
}

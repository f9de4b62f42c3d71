package io.strata.readpath.metrics;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.strata.flash.FlashStatistics;
import io.strata.flash.FlashStore;
import io.strata.flash.Refusal;
import io.strata.readpath.count.BlockKind;
import io.strata.readpath.l2.OffHeapBlockCache;
import io.strata.readpath.l3.FlashTier;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** The tier on disks; all are zero while there is none. */
final class FlashMeters {
  private final OffHeapBlockCache cache;

  FlashMeters(OffHeapBlockCache cache) {
    this.cache = cache;
  }

  void bindTo(Meters meters) {
    for (BlockKind kind : BlockKind.values()) {
      ReadMeters.hits(meters, Tier.FLASH, kind, () -> cache.getStats().flashHits(kind));
    }
    new BlockMeters(meters, Tier.FLASH)
        .contents(
            ofStore(FlashStore::maxBytes),
            ofStore(FlashStore::usedBytes),
            of(FlashStatistics::blocks));
    taking(meters);
    writing(meters);
    trouble(meters);
  }

  private static ToDoubleFunction<Snapshot> of(ToDoubleFunction<FlashStatistics> figure) {
    return now -> now.flash() == null ? 0 : figure.applyAsDouble(now.flash());
  }

  private ToDoubleFunction<Snapshot> ofStore(ToDoubleFunction<FlashStore> figure) {
    return now -> {
      FlashTier flash = cache.flash();
      return flash == null ? 0 : figure.applyAsDouble(flash.store());
    };
  }

  private static void counter(
      Meters meters,
      String name,
      String unit,
      String description,
      ToLongFunction<FlashStatistics> value) {
    meters.counter(
        name,
        unit,
        description,
        Tags.empty(),
        now -> now.flash() == null ? 0 : value.applyAsLong(now.flash()));
  }

  private void taking(Meters meters) {
    counter(
        meters,
        "strata.flash.offered",
        Meters.BLOCKS,
        "Blocks that were offered to the disks: what memory evicts, and index and bloom blocks.",
        FlashStatistics::offered);
    for (Refusal reason : Refusal.values()) {
      meters.counter(
          "strata.flash.refused",
          Meters.BLOCKS,
          "Blocks that were offered to the disks and are not there, by reason.",
          Tags.of("reason", reason.name().toLowerCase(Locale.ROOT)),
          now -> now.flash() == null ? 0 : now.flash().refused().getOrDefault(reason, 0L));
    }
    meters.counter(
        "strata.flash.withheld",
        Meters.BLOCKS,
        "Blocks that were not offered because they may be of families that are to be encrypted.",
        Tags.empty(),
        now -> cache.plainFiles().withheld());
    meters.counter(
        "strata.flash.promoted",
        Meters.BLOCKS,
        "Blocks that came back to memory.",
        Tags.empty(),
        now -> cache.getStats().promotedBlocks());
  }

  private static void writing(Meters meters) {
    counter(
        meters,
        "strata.flash.accepted",
        BaseUnits.BYTES,
        "Bytes of blocks that were accepted.",
        FlashStatistics::acceptedBytes);
    counter(
        meters,
        "strata.flash.reinserted",
        BaseUnits.BYTES,
        "Bytes of blocks that were written again since they had been read.",
        FlashStatistics::reinsertedBytes);
    counter(
        meters,
        "strata.flash.written",
        BaseUnits.BYTES,
        "Bytes that were written to the disks, snapshots included: what wears them.",
        FlashStatistics::writtenBytes);
    counter(
        meters,
        "strata.flash.snapshot.written",
        BaseUnits.BYTES,
        "Bytes that were written of snapshots of the disks' index, for a restart.",
        FlashStatistics::snapshotBytes);
    counter(
        meters,
        "strata.flash.waits.for.readers",
        "writes",
        "Writes that had to wait until a reader had left their place.",
        FlashStatistics::waitsForReaders);
  }

  private void trouble(Meters meters) {
    counter(
        meters,
        "strata.flash.damaged",
        Meters.BLOCKS,
        "Blocks that were found damaged and given up.",
        FlashStatistics::damaged);
    counter(
        meters,
        "strata.flash.read.errors",
        "errors",
        "Reads that failed.",
        FlashStatistics::readErrors);
    counter(
        meters,
        "strata.flash.no.buffer",
        "reads",
        "Reads for which no buffer was free.",
        FlashStatistics::noBuffer);
    meters.counter(
        "strata.flash.kept",
        Meters.BLOCKS,
        "Blocks that HBase inserted again while they were on disks, where they stay.",
        Tags.empty(),
        now -> cache.getStats().keptBlocks());
    meters.gauge(
        "strata.flash.failed",
        "files",
        "Files that are given up at the moment.",
        Tags.empty(),
        of(FlashStatistics::failedDevices));
    meters.gauge(
        "strata.flash.restoring",
        "files",
        "Files in which blocks of the time before the start are still being looked for.",
        Tags.empty(),
        of(FlashStatistics::restoringDevices));
    counter(
        meters,
        "strata.flash.restored",
        Meters.BLOCKS,
        "Blocks that were found again after the start.",
        FlashStatistics::restored);
    meters.blocks(
        "strata.flash.in.use",
        "Blocks of the disks that readers have.",
        Tags.empty(),
        ofStore(FlashStore::blocksInUse));
  }
}

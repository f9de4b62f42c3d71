package io.strata.readpath.metrics;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.strata.flash.FlashStatistics;
import io.strata.flash.FlashStore;
import io.strata.flash.Rejection;
import io.strata.readpath.count.BlockKind;
import io.strata.readpath.l2.OffHeapBlockCache;
import io.strata.readpath.l3.FlashTier;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

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

  private void taking(Meters meters) {
    meters.counter(
        "strata.flash.offered",
        Meters.BLOCKS,
        "Blocks that were offered to the disks: what memory evicts, and index and bloom blocks.",
        of(FlashStatistics::inserts));
    for (Rejection reason : Rejection.values()) {
      meters
          .with(Tags.of("reason", reason.name().toLowerCase(Locale.ROOT)))
          .counter(
              "strata.flash.refused",
              Meters.BLOCKS,
              "Blocks that were offered to the disks and are not there, by reason.",
              of(now -> now.rejected().getOrDefault(reason, 0L)));
    }
    meters.counter(
        "strata.flash.withheld",
        Meters.BLOCKS,
        "Blocks that were not offered because they may be of families that are to be encrypted.",
        now -> cache.plainFiles().withheld());
    meters.counter(
        "strata.flash.promoted",
        Meters.BLOCKS,
        "Blocks that came back to memory.",
        now -> cache.getStats().promotedBlocks());
  }

  private static void writing(Meters meters) {
    meters.counter(
        "strata.flash.accepted",
        BaseUnits.BYTES,
        "Bytes of blocks that were accepted.",
        of(FlashStatistics::acceptedBytes));
    meters.counter(
        "strata.flash.reinserted",
        BaseUnits.BYTES,
        "Bytes of blocks that were written again since they had been read.",
        of(FlashStatistics::reinsertedBytes));
    meters.counter(
        "strata.flash.written",
        BaseUnits.BYTES,
        "Bytes that were written to the disks, snapshots included: what wears them.",
        of(FlashStatistics::writtenBytes));
    meters.counter(
        "strata.flash.snapshot.written",
        BaseUnits.BYTES,
        "Bytes that were written of snapshots of the disks' index, for a restart.",
        of(FlashStatistics::snapshotBytes));
    meters.counter(
        "strata.flash.waits.for.readers",
        "writes",
        "Writes that had to wait until a reader had left their place.",
        of(FlashStatistics::waitsForReaders));
  }

  private void trouble(Meters meters) {
    meters.counter(
        "strata.flash.damaged",
        Meters.BLOCKS,
        "Blocks that were found damaged and given up.",
        of(FlashStatistics::damaged));
    meters.counter(
        "strata.flash.read.errors",
        "errors",
        "Reads that failed.",
        of(FlashStatistics::readErrors));
    meters.counter(
        "strata.flash.no.buffer",
        "reads",
        "Reads for which no buffer was free.",
        of(FlashStatistics::noBuffer));
    meters.counter(
        "strata.flash.kept",
        Meters.BLOCKS,
        "Blocks that HBase inserted again while they were on disks, where they stay.",
        now -> cache.getStats().keptBlocks());
    meters.gauge(
        "strata.flash.failed",
        "files",
        "Files that are given up at the moment.",
        of(FlashStatistics::failedDevices));
    meters.gauge(
        "strata.flash.restoring",
        "files",
        "Files in which blocks of the time before the start are still being looked for.",
        of(FlashStatistics::restoringDevices));
    meters.counter(
        "strata.flash.restored",
        Meters.BLOCKS,
        "Blocks that were found again after the start.",
        of(FlashStatistics::restored));
    meters.blocks(
        "strata.flash.in.use",
        "Blocks of the disks that readers have.",
        ofStore(FlashStore::blocksInUse));
  }
}

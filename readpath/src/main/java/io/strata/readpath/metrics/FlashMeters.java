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

/** Registers the meters of the flash tier. All are zero while there is none. */
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
    admission(meters);
    writes(meters);
    failures(meters);
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

  private void admission(Meters meters) {
    meters.counter(
        "strata.flash.offered",
        Meters.BLOCKS,
        "Blocks passed to the flash tier: blocks evicted from memory, and index and bloom blocks.",
        of(FlashStatistics::inserts));
    for (Rejection reason : Rejection.values()) {
      Meters tagged = meters.with(Tags.of("reason", reason.name().toLowerCase(Locale.ROOT)));
      ToDoubleFunction<Snapshot> value = of(now -> now.rejected().getOrDefault(reason, 0L));
      tagged.counter(
          "strata.flash.rejected",
          Meters.BLOCKS,
          "Blocks passed to the flash tier that it did not insert, by reason.",
          value);
      DeprecatedMeters.FLASH_REFUSED.bindTo(tagged, Meters.BLOCKS, value);
    }
    meters.counter(
        "strata.flash.withheld",
        Meters.BLOCKS,
        "Blocks kept off the flash tier because they may belong to encrypted families.",
        now -> cache.plainFiles().withheld());
    meters.counter(
        "strata.flash.promoted",
        Meters.BLOCKS,
        "Blocks promoted from the flash tier to memory.",
        now -> cache.getStats().promotedBlocks());
  }

  private static void writes(Meters meters) {
    meters.counter(
        "strata.flash.accepted",
        BaseUnits.BYTES,
        "Bytes of blocks that the flash tier accepted.",
        of(FlashStatistics::acceptedBytes));
    meters.counter(
        "strata.flash.reinserted",
        BaseUnits.BYTES,
        "Bytes of blocks written again because they were read.",
        of(FlashStatistics::reinsertedBytes));
    meters.counter(
        "strata.flash.written",
        BaseUnits.BYTES,
        "Bytes written to the disks, including snapshots: what wears the disks.",
        of(FlashStatistics::writtenBytes));
    meters.counter(
        "strata.flash.snapshot.written",
        BaseUnits.BYTES,
        "Bytes written for snapshots of the flash index, which a restart reads.",
        of(FlashStatistics::snapshotBytes));
    meters.counter(
        "strata.flash.waits.for.readers",
        "writes",
        "Writes that waited for readers to release blocks of the region to be overwritten.",
        of(FlashStatistics::waitsForReaders));
  }

  private void failures(Meters meters) {
    meters.counter(
        "strata.flash.damaged",
        Meters.BLOCKS,
        "Blocks found damaged and dropped.",
        of(FlashStatistics::damaged));
    meters.counter(
        "strata.flash.read.errors",
        "errors",
        "Reads that failed.",
        of(FlashStatistics::readErrors));
    meters.counter(
        "strata.flash.no.buffer",
        "reads",
        "Reads that missed because no read buffer was free.",
        of(FlashStatistics::noBuffer));
    meters.counter(
        "strata.flash.kept",
        Meters.BLOCKS,
        "Blocks that HBase inserted again and that stayed on flash.",
        now -> cache.getStats().keptBlocks());
    meters.gauge(
        "strata.flash.failed",
        "files",
        "Flash files that are out of use after errors.",
        of(FlashStatistics::failedDevices));
    meters.gauge(
        "strata.flash.restoring",
        "files",
        "Flash files whose blocks from before the restart are still being recovered.",
        of(FlashStatistics::restoringDevices));
    meters.counter(
        "strata.flash.restored",
        Meters.BLOCKS,
        "Blocks recovered after the restart.",
        of(FlashStatistics::restored));
    meters.blocks(
        "strata.flash.in.use",
        "Blocks of the flash tier that readers hold.",
        ofStore(FlashStore::blocksInUse));
  }
}

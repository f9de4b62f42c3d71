package io.strata.readpath;

import io.strata.l2.StoreOptions;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.memory.MappedFiles;
import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.Engine;
import io.strata.readpath.l2.OffHeapBlockCache;
import io.strata.readpath.l3.FlashTier;
import java.io.UncheckedIOException;

/** The off-heap level as settings ask for it. */
final class OffHeapFactory {
  private OffHeapFactory() {}

  /**
   * Opens it, with all its memory and the tier on disks.
   *
   * @throws io.strata.readpath.config.InvalidSettingException when memory or disks are not given
   */
  static OffHeapBlockCache open(CacheSettings settings) {
    FlashTier flash =
        settings.flash().map(each -> FlashTier.open(each, settings.conf())).orElse(null);
    try {
      return new OffHeapBlockCache(optionsOf(settings), settings.statsPeriods(), flash);
    } catch (OutOfMemoryError | UncheckedIOException e) {
      if (flash != null) {
        flash.close();
      }
      throw e instanceof UncheckedIOException failure
          ? settings.notMapped(failure)
          : settings.notGiven((OutOfMemoryError) e);
    }
  }

  private static StoreOptions optionsOf(CacheSettings settings) {
    return StoreOptions.of(CapacityPlan.of(settings.offHeapBytes(), settings.blockBytes()))
        .withSizeClasses(
            settings.slotSizes().map(SizeClasses::of).orElseGet(SizeClasses::geometric))
        .withMemory(memoryOf(settings.engine()))
        .withPolicy(settings.policy())
        .withWriters(settings.writerThreads(), Math.max(2, settings.writerQueueLength()));
  }

  private static BucketMemory memoryOf(Engine engine) {
    return switch (engine.kind()) {
      case OFFHEAP, FILES -> BucketMemory.direct();
      case MAPPED -> new MappedFiles(engine.paths());
    };
  }
}

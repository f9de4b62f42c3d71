package io.strata.readpath;

import io.strata.l2.StoreOptions;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.memory.KeptMemory;
import io.strata.l2.memory.MappedFiles;
import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.Engine;
import io.strata.readpath.l2.OffHeapBlockCache;
import io.strata.readpath.l2.RestoredBlocks;
import io.strata.readpath.l3.FlashTier;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

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
    BucketMemory memory = null;
    OffHeapBlockCache cache = null;
    try {
      CapacityPlan capacity = capacityOf(settings);
      memory = memoryOf(settings.engine(), capacity);
      cache =
          new OffHeapBlockCache(
              optionsOf(settings, capacity).withMemory(memory), settings.statsPeriods(), flash);
      if (settings.engine().isPlainOnly()) {
        cache.takePlainFilesOnly();
      }
      return cache;
    } catch (UncheckedIOException e) {
      throw settings.mapFailed(e);
    } catch (IOException e) {
      throw settings.memoryFileFailed(e);
    } catch (OutOfMemoryError e) {
      throw settings.outOfMemory(e);
    } finally {
      if (cache == null) {
        giveBack(memory, flash);
      }
    }
  }

  private static void giveBack(@Nullable BucketMemory memory, @Nullable FlashTier flash) {
    if (memory instanceof KeptMemory kept) {
      kept.close();
    }
    if (flash != null) {
      flash.close();
    }
  }

  /** What the files of kept memory take besides buckets is within the size, too. */
  private static CapacityPlan capacityOf(CacheSettings settings) {
    CapacityPlan all = CapacityPlan.of(settings.offHeapBytes(), settings.blockBytes());
    if (settings.engine().kind() != Engine.Kind.KEPT) {
      return all;
    }
    long others = KeptMemory.otherBytes(settings.engine().paths().size(), all);
    long least = CapacityPlan.MIN_BYTES;
    return CapacityPlan.of(Math.max(least, all.totalBytes() - others), settings.blockBytes());
  }

  private static StoreOptions optionsOf(CacheSettings settings, CapacityPlan capacity) {
    return StoreOptions.of(capacity)
        .withSizeClasses(
            settings.slotSizes().map(SizeClasses::of).orElseGet(SizeClasses::geometric))
        .withPolicy(settings.policy())
        .withCompression(settings.compression())
        .withWriters(settings.writerThreads(), Math.max(2, settings.writerQueueLength()));
  }

  private static BucketMemory memoryOf(Engine engine, CapacityPlan capacity) throws IOException {
    return switch (engine.kind()) {
      case KEPT -> RestoredBlocks.open(engine.paths(), capacity);
      case OFFHEAP, FILES -> BucketMemory.direct();
      case MAPPED -> new MappedFiles(engine.paths());
    };
  }
}

package io.strata.readpath.cache;

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

/** Creates the off-heap tier from settings. */
final class OffHeapFactory {
  private OffHeapFactory() {}

  /**
   * Opens the off-heap tier with all its memory, and the flash tier.
   *
   * @throws io.strata.readpath.config.InvalidSettingException if memory or files are unavailable
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
      cache
          .controls()
          .setCompression(cache.families().of(settings.compression(), settings.usesDictionaries()));
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
        release(memory, flash);
      }
    }
  }

  private static void release(@Nullable BucketMemory memory, @Nullable FlashTier flash) {
    if (memory instanceof KeptMemory kept) {
      kept.close();
    }
    if (flash != null) {
      flash.close();
    }
  }

  /**
   * Returns the capacity; the configured size includes the metadata in the files of kept memory.
   */
  private static CapacityPlan capacityOf(CacheSettings settings) {
    CapacityPlan all = CapacityPlan.of(settings.offHeapBytes(), settings.blockBytes());
    if (settings.engine().kind() != Engine.Kind.KEPT) {
      return all;
    }
    long others = KeptMemory.otherBytes(settings.engine().paths().size(), all);
    long bytes = Math.max(CapacityPlan.MIN_BYTES, all.totalBytes() - others);
    return CapacityPlan.of(bytes, settings.blockBytes());
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

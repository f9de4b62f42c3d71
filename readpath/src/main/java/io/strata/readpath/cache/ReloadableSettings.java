package io.strata.readpath.cache;

import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.LiveCache;
import io.strata.readpath.l2.OffHeapBlockCache;
import io.strata.readpath.l3.FlashTier;
import io.strata.readpath.metrics.CacheMetrics;
import io.strata.readpath.trace.TraceSwitch;
import io.strata.readpath.usage.QuotaKeeper;
import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Applies settings to the parts of a cache.
 *
 * @param facts the metadata of a recording of accesses
 * @param flashReplaced runs after the flash tier was replaced or closed
 */
record ReloadableSettings(
    OffHeapBlockCache offHeap,
    StatisticsRoller roller,
    OrphanSweep orphans,
    QuotaKeeper quotas,
    CacheMetrics metrics,
    TraceSwitch tracing,
    Supplier<Map<String, String>> facts,
    Runnable flashReplaced)
    implements LiveCache {
  @Override
  public void setSize(CacheSettings wanted) {
    try {
      offHeap.resize(wanted.offHeapBytes());
    } catch (OutOfMemoryError e) {
      throw wanted.outOfMemory(e);
    } catch (IllegalArgumentException e) {
      throw wanted.resizeFailed(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void setFlash(CacheSettings wanted) {
    try {
      offHeap.replaceFlash(
          () -> wanted.flash().map(each -> FlashTier.open(each, wanted.conf())).orElse(null));
    } finally {
      orphans.apply(wanted.orphanGraceMillis());
      flashReplaced.run();
    }
  }

  @Override
  public void setTrace(CacheSettings wanted) {
    try {
      tracing.apply(wanted.trace(), facts.get());
    } catch (IOException e) {
      throw wanted.trace().openFailed(e);
    }
  }

  @Override
  public void setWriteRate(CacheSettings wanted) {
    FlashTier tier = offHeap.flash();
    if (tier != null) {
      wanted.flash().ifPresent(each -> tier.store().setWriteRate(each.writeRate()));
    }
  }

  @Override
  public void setDrain(CacheSettings wanted) {
    FlashTier tier = offHeap.flash();
    if (tier != null) {
      wanted.flash().ifPresent(each -> tier.setDrainMillis(each.drainMillis()));
    }
  }

  @Override
  public void setOrphanGrace(CacheSettings wanted) {
    orphans.apply(wanted.orphanGraceMillis());
  }

  @Override
  public void setPolicy(CacheSettings wanted) {
    offHeap.controls().setPolicy(wanted.policy());
  }

  @Override
  public void setCompression(CacheSettings wanted) {
    offHeap
        .controls()
        .setCompression(offHeap.families().of(wanted.compression(), wanted.usesDictionaries()));
  }

  @Override
  public void setQuotas(CacheSettings wanted) {
    quotas.setQuotas(wanted.quotas());
  }

  @Override
  public void setWriters(CacheSettings wanted) {
    offHeap.controls().setWriters(wanted.writerThreads(), Math.max(2, wanted.writerQueueLength()));
  }

  @Override
  public void setStatsPeriod(CacheSettings wanted) {
    roller.setPeriod(wanted.statsPeriodMinutes());
  }

  @Override
  public void setMetricsTables(CacheSettings wanted) {
    metrics.setTables(wanted.metricsTables());
  }
}

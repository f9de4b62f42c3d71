package io.strata.readpath;

import io.strata.readpath.Reconfiguration.Checked;
import io.strata.readpath.account.QuotaKeeper;
import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.Engine;
import io.strata.readpath.config.FlashSettings;
import io.strata.readpath.config.TraceSettings;
import io.strata.readpath.l2.OffHeapBlockCache;
import io.strata.readpath.l3.FlashTier;
import io.strata.readpath.trace.TraceSwitch;
import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;

/** What of a cache can be set while it runs, and how. */
final class LiveParts {
  private static final String NONE = "not set";

  private final OffHeapBlockCache offHeap;
  private final StatisticsRoller roller;
  private final OrphanSweep orphans;
  private final QuotaKeeper quotas;
  private final TraceSwitch tracing;
  private final Supplier<Map<String, String>> facts;
  private final Runnable flashReplaced;

  /**
   * @param facts what is put into a recording of accesses
   * @param flashReplaced told when there is another tier on disks than before, or none
   */
  LiveParts(
      OffHeapBlockCache offHeap,
      StatisticsRoller roller,
      OrphanSweep orphans,
      QuotaKeeper quotas,
      TraceSwitch tracing,
      Supplier<Map<String, String>> facts,
      Runnable flashReplaced) {
    this.offHeap = offHeap;
    this.roller = roller;
    this.orphans = orphans;
    this.quotas = quotas;
    this.tracing = tracing;
    this.facts = facts;
    this.flashReplaced = flashReplaced;
  }

  /** Names them, those first that can fail. */
  void addTo(Reconfiguration live) {
    if (live.settings().engine().kind() == Engine.Kind.OFFHEAP) {
      live.addOfEngine("hbase.bucketcache.size", LiveParts::size, this::setSize);
    }
    live.addOfEngine("The tier on disks", LiveParts::flash, this::setFlash);
    live.add("strata.trace.*", LiveParts::trace, this::setTrace);
    live.addOfEngine("strata.flash.write.rate", LiveParts::writeRate, this::setWriteRate);
    live.addOfEngine(
        "hbase.bucketcache.block.orphan.evictgraceperiod.seconds",
        LiveParts::grace,
        wanted -> orphans.apply(wanted.settings().flash()));
    live.add(
        "strata.offheap.policy",
        settings -> settings.policy().title(),
        wanted -> offHeap.controls().setPolicy(wanted.settings().policy()));
    live.add(
        "strata.offheap.quotas",
        LiveParts::quotas,
        wanted -> quotas.setQuotas(wanted.settings().quotas()));
    live.add("hbase.bucketcache.writer.*", LiveParts::writers, this::setWriters);
    live.add(
        "hbase.blockcache.stats.period.minutes",
        settings -> Integer.toString(settings.statsPeriodMinutes()),
        wanted -> roller.setPeriod(wanted.settings().statsPeriodMinutes()));
  }

  // ---- memory

  private static String size(CacheSettings settings) {
    return (settings.offHeapBytes() >> 20) + " MB";
  }

  private void setSize(Checked wanted) {
    try {
      offHeap.resize(wanted.settings().offHeapBytes());
    } catch (OutOfMemoryError e) {
      throw wanted.settings().notGiven(e);
    } catch (IllegalArgumentException e) {
      throw wanted.settings().notReachable(String.valueOf(e.getMessage()));
    }
  }

  private static String writers(CacheSettings settings) {
    return "%d threads for each of which %d blocks may wait"
        .formatted(settings.writerThreads(), settings.writerQueueLength());
  }

  private void setWriters(Checked wanted) {
    CacheSettings settings = wanted.settings();
    offHeap
        .controls()
        .setWriters(settings.writerThreads(), Math.max(2, settings.writerQueueLength()));
  }

  private static String quotas(CacheSettings settings) {
    return settings.quotas().isEmpty() ? NONE : settings.quotas().toString();
  }

  // ---- disks

  private static String flash(CacheSettings settings) {
    return settings.flash().map(FlashSettings::summary).orElse(NONE);
  }

  private void setFlash(Checked wanted) {
    try {
      offHeap.replaceFlash(
          () ->
              wanted
                  .settings()
                  .flash()
                  .map(each -> FlashTier.open(each, wanted.conf()))
                  .orElse(null));
    } finally {
      orphans.apply(wanted.settings().flash());
      flashReplaced.run();
    }
  }

  private static String writeRate(CacheSettings settings) {
    return settings.flash().map(each -> each.writeRate() + " bytes/s").orElse(NONE);
  }

  private void setWriteRate(Checked wanted) {
    FlashTier tier = offHeap.flash();
    if (tier != null) {
      wanted.settings().flash().ifPresent(each -> tier.store().setWriteRate(each.writeRate()));
    }
  }

  private static String grace(CacheSettings settings) {
    return settings.flash().map(each -> each.orphanGraceMillis() + " ms").orElse(NONE);
  }

  // ---- recordings

  private static String trace(CacheSettings settings) {
    TraceSettings trace = settings.trace();
    return trace
        .folder()
        .map(
            folder ->
                "%s of %d bytes in %d files%s"
                    .formatted(
                        folder,
                        trace.maxBytes(),
                        trace.files(),
                        trace.hashNames() ? " with hashed names" : ""))
        .orElse("off");
  }

  private void setTrace(Checked wanted) {
    TraceSettings asked = wanted.settings().trace();
    try {
      tracing.apply(asked, facts.get());
    } catch (IOException e) {
      throw asked.notPossible(e);
    }
  }
}

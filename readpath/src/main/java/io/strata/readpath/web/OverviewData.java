package io.strata.readpath.web;

import io.strata.l2.SizeClassStatistics;
import io.strata.l2.StoreStatistics;
import io.strata.l2.curve.CurveSnapshot;
import io.strata.readpath.count.BlockKind;
import io.strata.readpath.l1.OnHeapBlockCache;
import io.strata.readpath.l2.OffHeapBlockCache;
import io.strata.readpath.l3.FlashTier;
import io.strata.readpath.metrics.MetricsHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The page's main data: tiers, the last hour, memory, expected hit ratios, files, settings. */
final class OverviewData {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double MILLIS_PER_SECOND = 1e3;

  private final WebSource source;

  private final boolean seesSettings;

  /**
   * @param seesSettings whether to include the settings, and the findings that quote them
   */
  OverviewData(WebSource source, boolean seesSettings) {
    this.source = source;
    this.seesSettings = seesSettings;
  }

  Map<String, Object> object() {
    return Json.object(
        "server", source.server(),
        "version", Version.text(),
        "millis", System.currentTimeMillis(),
        "tiers", tiers(),
        "history", history(),
        "memory", memory(),
        "curve", curve(),
        "files", new FileData(source).object(),
        "settings", seesSettings ? SettingsData.rows(source.settings().get()) : List.of(),
        "settingsShown", seesSettings,
        "change", change(),
        "findings", new Findings(source, seesSettings).sentences());
  }

  private Map<String, Object> change() {
    ChangeStatus change = source.change().get();
    return Json.object(
        "state", change.state().name().toLowerCase(Locale.ROOT),
        "detail", seesSettings ? change.detail() : "",
        "nextWaits", change.isNextWaiting());
  }

  private List<Object> tiers() {
    List<Object> tiers = new ArrayList<>();
    OnHeapBlockCache heap = source.onHeap();
    tiers.add(
        Json.object(
            "name", "On-heap",
            "holds", "index and bloom blocks",
            "capacity", heap.getMaxSize(),
            "used", heap.getCurrentSize(),
            "blocks", heap.getBlockCount(),
            "hits", heap.getStats().getHitCount(),
            "misses", heap.getStats().getMissCount(),
            "evicted", heap.getStats().getEvictedCount()));
    OffHeapBlockCache below = source.offHeap();
    StoreStatistics store = below.statistics();
    long fromMemory = 0;
    long fromFlash = 0;
    for (BlockKind kind : BlockKind.values()) {
      fromMemory += below.getStats().memoryHits(kind);
      fromFlash += below.getStats().flashHits(kind);
    }
    tiers.add(
        Json.object(
            "name", "Off-heap",
            "holds", "data blocks",
            "capacity", store.configuredBytes(),
            "used", store.bytes(),
            "blocks", store.blocks(),
            "hits", fromMemory,
            "misses", below.getStats().getMissCount(),
            "evicted", store.evictedForRoom(),
            "attached", attached(store.configuredBytes()),
            "compressed",
                Compressed.sentence(below.compressionStatistics(), store.blocks(), store.bytes())));
    FlashTier flash = below.flash();
    if (flash != null) {
      tiers.add(
          Json.object(
              "name",
              "Flash",
              "holds",
              "blocks evicted from memory",
              "capacity",
              flash.store().maxBytes(),
              "used",
              flash.store().usedBytes(),
              "blocks",
              flash.store().statistics().blocks(),
              "hits",
              fromFlash));
    }
    return tiers;
  }

  /** Returns the sentence about attaching; empty if memory does not outlive the process. */
  private String attached(long tierBytes) {
    return source
        .offHeap()
        .restored()
        .attachStatistics()
        .map(now -> Attached.sentence(now, tierBytes))
        .orElse("");
  }

  /** Returns the rates of each step of the last hour. */
  private List<Object> history() {
    List<Object> steps = new ArrayList<>();
    List<MetricsHistory.Point> points = source.metrics().history().points();
    for (int i = 1; i < points.size(); i++) {
      steps.add(step(points.get(i - 1), points.get(i)));
    }
    return steps;
  }

  private static Map<String, Object> step(MetricsHistory.Point before, MetricsHistory.Point after) {
    double seconds = Math.max(1, after.millis() - before.millis()) / MILLIS_PER_SECOND;
    double hits = after.hits() - before.hits();
    double reads = hits + after.misses() - before.misses();
    double timed = after.timedHits() - before.timedHits();
    return Json.object(
        "millis",
        after.millis(),
        "readsPerSecond",
        reads / seconds,
        "hitRatio",
        hits / reads,
        "evictedPerSecond",
        (after.evicted() - before.evicted()) / seconds,
        "hitMicros",
        (after.timedHitNanos() - before.timedHitNanos()) / timed / NANOS_PER_MICRO);
  }

  private Map<String, Object> memory() {
    StoreStatistics store = source.offHeap().statistics();
    List<SizeClassStatistics> classes = source.offHeap().inspection().sizeClasses();
    long used = classes.stream().mapToLong(SizeClassStatistics::usedBytes).sum();
    List<Object> rows = new ArrayList<>();
    for (SizeClassStatistics each : classes) {
      rows.add(
          Json.object(
              "slot", each.slotBytes(),
              "buckets", each.buckets(),
              "slots", each.slots(),
              "free", each.freeSlots()));
    }
    return Json.object(
        "bucketBytes", store.bucketBytes(),
        "blockBytes", store.bytes(),
        "slack", Math.max(0, used - store.bytes()),
        "flight", store.bytesInFlight(),
        "emptyBuckets", store.emptyBuckets(),
        "sizeClasses", rows,
        "policy", source.settings().get().policy().title(),
        "policyState", source.offHeap().inspection().policyState());
  }

  private List<Object> curve() {
    long bytes = source.offHeap().getMaxSize();
    List<Object> points = new ArrayList<>();
    for (CurveSnapshot.Point each : source.offHeap().expectedHits().pointsAround(bytes)) {
      points.add(
          Json.object(
              "times", (double) each.bytes() / bytes,
              "bytes", each.bytes(),
              "hitRatio", each.hitRatio(),
              "byteHitRatio", each.byteHitRatio()));
    }
    return points;
  }

  /** Returns the share of the hits on blocks of a kind that were below the heap. */
  static double shareFromBelow(WebSource source, BlockKind kind) {
    double heap = source.onHeap().getStats().hits(kind);
    double below =
        source.offHeap().getStats().memoryHits(kind) + source.offHeap().getStats().flashHits(kind);
    return heap + below == 0 ? 0 : below / (heap + below);
  }
}

package io.strata.readpath.metrics;

import io.strata.flash.FlashStatistics;
import io.strata.l2.CompressionStatistics;
import io.strata.l2.KindStatistics;
import io.strata.l2.PinStatistics;
import io.strata.l2.SizeClassStatistics;
import io.strata.l2.StoreStatistics;
import io.strata.l2.curve.CurveSnapshot;
import io.strata.readpath.l2.OffHeapBlockCache;
import io.strata.readpath.l3.FlashTier;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statistics that meters read, all taken at about the same time. Immutable. */
record Snapshot(
    StoreStatistics store,
    KindStatistics kinds,
    List<SizeClassStatistics> sizeClasses,
    PinStatistics pins,
    CurveSnapshot curve,
    Map<String, Double> policy,
    CompressionStatistics compression,
    @Nullable FlashStatistics flash) {

  static Snapshot of(OffHeapBlockCache cache) {
    FlashTier flash = cache.flash();
    return new Snapshot(
        cache.statistics(),
        cache.statisticsByKind(),
        cache.inspection().sizeClasses(),
        cache.inspection().lookForPins(),
        cache.expectedHits(),
        cache.inspection().policyState(),
        cache.compressionStatistics(),
        flash == null ? null : flash.store().statistics());
  }

  /** Returns the bytes of slots in use that their blocks do not fill. */
  long slackBytes() {
    long used = sizeClasses.stream().mapToLong(SizeClassStatistics::usedBytes).sum();
    return Math.max(0, used - store.bytes());
  }
}

package io.strata.perf.bench;

import io.strata.readpath.l2.OffHeapBlockCache;
import org.HdrHistogram.Histogram;

/** The CPU times of the steps of Strata's background thread. For one thread. */
final class BackgroundSteps {
  private static final long MAX_NANOS = 1L << 40;

  private final OffHeapBlockCache cache;

  /** In nanoseconds; belongs to the background thread until the end. */
  private final Histogram nanos = new Histogram(MAX_NANOS, 3);

  private BackgroundSteps(OffHeapBlockCache cache) {
    this.cache = cache;
  }

  /** Begins to record all steps of a cache. */
  static BackgroundSteps of(OffHeapBlockCache cache) {
    BackgroundSteps steps = new BackgroundSteps(cache);
    cache.observeBackground(steps.nanos::recordValue);
    return steps;
  }

  /**
   * Waits until the background thread has no more work, and returns the CPU times of its steps so
   * far, in nanoseconds.
   */
  Histogram end() throws InterruptedException {
    cache.awaitQuiet();
    cache.observeBackground(step -> {});
    return nanos;
  }
}

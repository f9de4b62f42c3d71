package io.strata.perf.bench;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What was measured on one cache, or on several together.
 *
 * @param rows rows read
 * @param wallNanos how long the reads took
 * @param cpuNanos CPU time of the reads and of compression
 * @param hits blocks found in the cache
 * @param misses blocks not found
 */
record CacheFigures(long rows, long wallNanos, long cpuNanos, long hits, long misses) {
  /** Returns the sums over several caches. */
  static CacheFigures of(List<CompressedCache> caches) {
    List<CacheFigures> all = caches.stream().map(CompressedCache::figures).toList();
    return new CacheFigures(
        sum(all, CacheFigures::rows),
        sum(all, CacheFigures::wallNanos),
        sum(all, CacheFigures::cpuNanos),
        sum(all, CacheFigures::hits),
        sum(all, CacheFigures::misses));
  }

  private static long sum(List<CacheFigures> all, ToLongFunction<CacheFigures> what) {
    return all.stream().mapToLong(what).sum();
  }

  /** Returns the CPU time of a row, in nanoseconds. */
  double cpuPerRow() {
    return (double) cpuNanos / rows;
  }

  /** Returns the share of blocks not found. */
  double missRatio() {
    return (double) misses / (hits + misses);
  }

  /** Returns the rows read in a nanosecond. */
  double rate() {
    return (double) rows / wallNanos;
  }
}

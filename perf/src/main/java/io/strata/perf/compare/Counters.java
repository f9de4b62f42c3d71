package io.strata.perf.compare;

import java.util.HashMap;
import java.util.Map;

/**
 * The running totals of a RegionServer at one moment. Only differences between two moments of the
 * same process mean anything, but for the two sizes.
 *
 * @param cpuNanos CPU time of the whole process
 * @param allocated bytes allocated by each live thread, by the thread's id
 * @param gcMillis time in collections
 * @param l2Bytes {@code l2CacheSize}: bytes of the blocks in the second tier now
 * @param l2Blocks {@code l2CacheCount}: blocks in the second tier now
 */
record Counters(
    long cpuNanos,
    Map<Long, Long> allocated,
    long gcCount,
    long gcMillis,
    long l1Hits,
    long l1Misses,
    long l2Hits,
    long l2Misses,
    long l2Bytes,
    long l2Blocks) {

  /**
   * What happened since {@code earlier}. A thread that ended in between takes what it allocated
   * with it; one that began counts whole.
   */
  Counters since(Counters earlier) {
    Map<Long, Long> before = earlier.allocated;
    Map<Long, Long> during = new HashMap<>();
    allocated.forEach(
        (thread, bytes) -> during.put(thread, bytes - before.getOrDefault(thread, 0L)));
    return new Counters(
        cpuNanos - earlier.cpuNanos,
        Map.copyOf(during),
        gcCount - earlier.gcCount,
        gcMillis - earlier.gcMillis,
        l1Hits - earlier.l1Hits,
        l1Misses - earlier.l1Misses,
        l2Hits - earlier.l2Hits,
        l2Misses - earlier.l2Misses,
        l2Bytes,
        l2Blocks);
  }

  /** Bytes allocated by all threads together. */
  long allocatedBytes() {
    return allocated.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Share of the lookups in the first tier that hit, NaN if there was none. */
  double l1HitRatio() {
    return ratio(l1Hits, l1Misses);
  }

  /** Share of the lookups in the second tier that hit, NaN if there was none. */
  double l2HitRatio() {
    return ratio(l2Hits, l2Misses);
  }

  private static double ratio(long hits, long misses) {
    return hits + misses == 0 ? Double.NaN : (double) hits / (hits + misses);
  }
}

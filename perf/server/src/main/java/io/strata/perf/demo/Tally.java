package io.strata.perf.demo;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Counts of each cache: how many of how many. Not thread-safe. */
final class Tally {
  private final Map<Cache, long[]> counts = new EnumMap<>(Cache.class);

  Tally() {
    for (Cache cache : Cache.values()) {
      counts.put(cache, new long[2]);
    }
  }

  /** Adds some of a number. */
  void add(Cache cache, long some, long all) {
    long[] count = of(cache);
    count[0] += some;
    count[1] += all;
  }

  long some(Cache cache) {
    return of(cache)[0];
  }

  long all(Cache cache) {
    return of(cache)[1];
  }

  /** Returns the share, 0 to 1; 0 of nothing. */
  double share(Cache cache) {
    return all(cache) == 0 ? 0 : (double) some(cache) / all(cache);
  }

  /** Returns the share in words. */
  String percent(Cache cache) {
    return percent(share(cache));
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private long[] of(Cache cache) {
    return counts.computeIfAbsent(cache, each -> new long[2]);
  }
}

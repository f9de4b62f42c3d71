package io.strata.perf.demo;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Counts for each cache, as a part of a total. Not thread-safe. */
final class Tally {
  private final Map<DemoCache, long[]> counts = new EnumMap<>(DemoCache.class);

  Tally() {
    for (DemoCache cache : DemoCache.values()) {
      counts.put(cache, new long[2]);
    }
  }

  /** Adds {@code some} of {@code all} to a cache's counts. */
  void add(DemoCache cache, long some, long all) {
    long[] count = of(cache);
    count[0] += some;
    count[1] += all;
  }

  long some(DemoCache cache) {
    return of(cache)[0];
  }

  long all(DemoCache cache) {
    return of(cache)[1];
  }

  /** Returns the share, 0 to 1; 0 if the total is 0. */
  double share(DemoCache cache) {
    return all(cache) == 0 ? 0 : (double) some(cache) / all(cache);
  }

  /** Returns the share as text, in percent. */
  String percent(DemoCache cache) {
    return percent(share(cache));
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private long[] of(DemoCache cache) {
    return counts.computeIfAbsent(cache, each -> new long[2]);
  }
}

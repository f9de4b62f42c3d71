package io.strata.perf.gc;

import java.util.Map;
import java.util.TreeMap;

/**
 * A quantity that adds up over time, known at some points and taken to grow evenly between them.
 * Points are added in the order of time. Not thread-safe while it grows.
 */
final class Curve {
  private final TreeMap<Double, Double> totals = new TreeMap<>();

  /** What has come to it since the point before. One that lies earlier than that counts at it. */
  void add(double millis, double amount) {
    double total = totals.isEmpty() ? 0 : totals.lastEntry().getValue();
    double when = totals.isEmpty() ? millis : Math.max(millis, totals.lastKey());
    totals.put(when, total + amount);
  }

  /** When the last point is. */
  double lastMillis() {
    return totals.lastKey();
  }

  /** All until then: nothing before the first point, nothing more after the last. */
  double at(double millis) {
    Map.Entry<Double, Double> before = totals.floorEntry(millis);
    Map.Entry<Double, Double> after = totals.higherEntry(millis);
    if (before == null) {
      return 0;
    }
    if (after == null) {
      return before.getValue();
    }
    double share = (millis - before.getKey()) / (after.getKey() - before.getKey());
    return before.getValue() + share * (after.getValue() - before.getValue());
  }
}

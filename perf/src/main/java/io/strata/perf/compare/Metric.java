package io.strata.perf.compare;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * A line of the table.
 *
 * @param title what it is called, with its unit
 * @param decimals how many it deserves
 * @param value how it is computed; NaN where there is none
 */
record Metric(String title, int decimals, ToDoubleFunction<Measurement> value) {
  /** All of them, in the order of the table. */
  static final List<Metric> ALL =
      List.of(
          new Metric("rows a second", 0, m -> m.rows() / m.timing().seconds()),
          new Metric("request p50, µs", 0, m -> m.timing().p50()),
          new Metric("request p99, µs", 0, m -> m.timing().p99()),
          new Metric("request p99.9, µs", 0, m -> m.timing().p999()),
          new Metric("server CPU a row, µs", 2, m -> aRow(m, m.server().cpuNanos() / 1e3)),
          new Metric(
              "server bytes allocated a row",
              0,
              m -> aRow(m, (double) m.server().allocatedBytes())),
          new Metric("server GCs", 0, m -> m.server().gcCount()),
          new Metric("server GC time, ms", 0, m -> m.server().gcMillis()),
          new Metric("L1 hit ratio", 4, m -> m.server().l1HitRatio()),
          new Metric("L2 hit ratio", 4, m -> m.server().l2HitRatio()),
          new Metric("L2 hits a row", 4, m -> aRow(m, (double) m.server().l2Hits())),
          new Metric(
              "L2 useful / configured bytes",
              3,
              m -> (double) m.server().l2Bytes() / m.cacheBytes()));

  double of(Measurement measurement) {
    return value.applyAsDouble(measurement);
  }

  /** The value as the table shows it, a dash where there is none. */
  String format(double number) {
    return Double.isNaN(number) ? "–" : String.format(Locale.ROOT, "%,." + decimals + "f", number);
  }

  private static double aRow(Measurement measurement, double total) {
    return total / measurement.rows();
  }
}

package io.strata.perf.load;

import org.HdrHistogram.AbstractHistogram;

/**
 * A distribution of latencies in nanoseconds, exact to three digits.
 *
 * @param count how many there are
 */
public record Latencies(long count, long p50, long p95, long p99, long p999, long max) {
  static Latencies of(AbstractHistogram histogram) {
    return new Latencies(
        histogram.getTotalCount(),
        histogram.getValueAtPercentile(50),
        histogram.getValueAtPercentile(95),
        histogram.getValueAtPercentile(99),
        histogram.getValueAtPercentile(99.9),
        histogram.getMaxValue());
  }
}

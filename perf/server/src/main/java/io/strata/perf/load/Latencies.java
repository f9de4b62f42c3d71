package io.strata.perf.load;

import java.time.Duration;
import org.HdrHistogram.AbstractHistogram;

/**
 * Percentiles of latencies in nanoseconds, with a precision of three digits.
 *
 * @param count number of latencies
 */
public record Latencies(long count, long p50, long p95, long p99, long p999, long max) {
  /** Cap of recorded latencies, above the time-out of HBase's client. */
  static final long MAX_NANOS = Duration.ofMinutes(30).toNanos();

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

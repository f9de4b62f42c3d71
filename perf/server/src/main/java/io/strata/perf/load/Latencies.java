package io.strata.perf.load;

import java.io.FileNotFoundException;
import java.nio.file.Path;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * Percentiles of latencies in nanoseconds, with a precision of three digits.
 *
 * @param count number of latencies
 */
public record Latencies(long count, long p50, long p95, long p99, long p999, long max) {
  /** Reads a log and merges all its intervals. */
  public static Latencies read(Path log) throws FileNotFoundException {
    Histogram all = new Histogram(3);
    all.setAutoResize(true);
    try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
      for (EncodableHistogram next = reader.nextIntervalHistogram();
          next != null;
          next = reader.nextIntervalHistogram()) {
        all.add((Histogram) next);
      }
    }
    return of(all);
  }

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

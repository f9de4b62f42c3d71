package io.strata.perf.stream.measure;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Histograms of nanoseconds. */
final class Latencies {
  private static final int DIGITS = 3;
  private static final long MAX_NANOS = TimeUnit.HOURS.toNanos(1);

  private Latencies() {}

  /** One that has all its memory from the beginning. */
  static Histogram histogram() {
    return new Histogram(MAX_NANOS, DIGITS);
  }
}

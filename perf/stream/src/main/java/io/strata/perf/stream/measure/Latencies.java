package io.strata.perf.stream.measure;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Creates histograms of nanoseconds. Stateless. */
final class Latencies {
  private static final int DIGITS = 3;
  private static final long MAX_NANOS = TimeUnit.HOURS.toNanos(1);

  private Latencies() {}

  /** Returns a histogram that allocates all of its memory up front. */
  static Histogram histogram() {
    return new Histogram(MAX_NANOS, DIGITS);
  }
}

package io.strata.perf.pair;

import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/** Slices for tests. */
public final class Slices {
  private static final long SECOND = 1_000_000_000;

  private Slices() {}

  /** Returns a slice of one second, with as many requests as rows and proportional counters. */
  public static PairedSlice of(long rows, long nanosOfCpu, long... latencies) {
    Histogram histogram = new Histogram(1_000, SECOND * 60, 3);
    LongStream.of(latencies).forEach(histogram::recordValue);
    return new PairedSlice(
        rows,
        rows,
        0,
        SECOND,
        nanosOfCpu,
        rows * 9,
        rows,
        rows * 100,
        rows / 10,
        rows / 5,
        rows / 20,
        histogram);
  }
}

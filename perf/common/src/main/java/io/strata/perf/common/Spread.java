package io.strata.perf.common;

import java.util.stream.DoubleStream;

/**
 * The median of repeated measurements, and how far they lie apart. NaN, all three, if there are
 * none.
 */
public record Spread(double least, double median, double most) {
  /** Of any values, in any order. */
  public static Spread of(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    if (sorted.length == 0) {
      return new Spread(Double.NaN, Double.NaN, Double.NaN);
    }
    int half = sorted.length / 2;
    double median = sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    return new Spread(sorted[0], median, sorted[sorted.length - 1]);
  }
}

package io.strata.perf.common;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Minimum, median and maximum of repeated measurements. All three are NaN if there are none. */
public record Spread(double min, double median, double max) {
  /** The table cell of a figure that was not measured. */
  public static final String NONE = "–";

  /** Returns the spread of values, in any order. */
  public static Spread of(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    if (sorted.length == 0) {
      return new Spread(Double.NaN, Double.NaN, Double.NaN);
    }
    int half = sorted.length / 2;
    double median = sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    return new Spread(sorted[0], median, sorted[sorted.length - 1]);
  }

  /** Returns the spread of values, in any order. */
  public static Spread of(List<Double> values) {
    return of(values.stream().mapToDouble(Double::doubleValue));
  }

  /**
   * Returns the spread of the ratios within each round; rounds that only one list has are left out.
   */
  public static Spread ofRatios(List<Double> values, List<Double> others) {
    return of(values, others, (value, other) -> value / other);
  }

  /** Returns the spread of the differences within each round, as {@link #ofRatios} does. */
  public static Spread ofDifferences(List<Double> values, List<Double> others) {
    return of(values, others, (value, other) -> value - other);
  }

  private static Spread of(
      List<Double> values, List<Double> others, DoubleBinaryOperator operator) {
    return of(
        IntStream.range(0, Math.min(values.size(), others.size()))
            .mapToDouble(round -> operator.applyAsDouble(values.get(round), others.get(round))));
  }

  /** Returns the median, with the range in brackets if its ends are formatted differently. */
  public String text(DoubleFunction<String> format) {
    if (Double.isNaN(median)) {
      return NONE;
    }
    String low = format.apply(min);
    String high = format.apply(max);
    String range = low.equals(high) ? "" : " (" + low + "–" + high + ")";
    return format.apply(median) + range;
  }
}

package io.strata.perf.common;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The median of repeated measurements, and how far they lie apart. NaN, all three, if there are
 * none.
 */
public record Spread(double least, double median, double most) {
  /** Stands in tables for what was not measured. */
  public static final String NONE = "–";

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

  /** Of any values, in any order. */
  public static Spread of(List<Double> values) {
    return of(values.stream().mapToDouble(Double::doubleValue));
  }

  /**
   * Of the ratios of values of the same round; rounds that only one of the lists has are left out.
   */
  public static Spread ofRatios(List<Double> values, List<Double> others) {
    return of(values, others, (value, other) -> value / other);
  }

  /** Of by how much values are more than those of the same round, as {@link #ofRatios}. */
  public static Spread ofDistances(List<Double> values, List<Double> others) {
    return of(values, others, (value, other) -> value - other);
  }

  private static Spread of(
      List<Double> values, List<Double> others, DoubleBinaryOperator operator) {
    return of(
        IntStream.range(0, Math.min(values.size(), others.size()))
            .mapToDouble(round -> operator.applyAsDouble(values.get(round), others.get(round))));
  }

  /** Returns the median, with the least and the most in brackets where they look different. */
  public String text(DoubleFunction<String> format) {
    if (Double.isNaN(median)) {
      return NONE;
    }
    String low = format.apply(least);
    String high = format.apply(most);
    String range = low.equals(high) ? "" : " (" + low + "–" + high + ")";
    return format.apply(median) + range;
  }
}

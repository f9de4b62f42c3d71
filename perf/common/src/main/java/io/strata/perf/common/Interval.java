package io.strata.perf.common;

import java.util.function.DoubleFunction;

/**
 * An estimate, and the interval that has the true value with a confidence of 95 %. NaN, all three,
 * where there is none.
 */
public record Interval(double low, double estimate, double high) {
  /** Stands for what cannot be estimated. */
  public static final Interval NONE = new Interval(Double.NaN, Double.NaN, Double.NaN);

  /** Returns whether a value lies in it. */
  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  /** Returns the estimate; a dash where there is none. */
  public String estimateText(DoubleFunction<String> format) {
    return text(estimate, format);
  }

  /** Returns both ends; a dash where there is none. */
  public String rangeText(DoubleFunction<String> format) {
    String from = text(low, format);
    return from.equals(Spread.NONE) ? from : from + "–" + text(high, format);
  }

  private static String text(double value, DoubleFunction<String> format) {
    return Double.isNaN(value) ? Spread.NONE : format.apply(value);
  }
}

package io.strata.perf.common;

import java.util.function.DoubleFunction;

/** An estimate with its 95 % confidence interval. All three are NaN if there is no estimate. */
public record Interval(double low, double estimate, double high) {
  /** The interval of what cannot be estimated. */
  public static final Interval NONE = new Interval(Double.NaN, Double.NaN, Double.NaN);

  /** Returns whether a value lies in the interval, ends included. */
  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  /** Returns the estimate as text, or a dash if there is none. */
  public String estimateText(DoubleFunction<String> format) {
    return text(estimate, format);
  }

  /** Returns both ends as text, or a dash if there is no estimate. */
  public String rangeText(DoubleFunction<String> format) {
    String from = text(low, format);
    return from.equals(Spread.NONE) ? from : from + "–" + text(high, format);
  }

  private static String text(double value, DoubleFunction<String> format) {
    return Double.isNaN(value) ? Spread.NONE : format.apply(value);
  }
}

package io.strata.perf.common;

import java.util.Locale;
import java.util.function.DoubleFunction;

/** The unit of a figure, and its text format. */
@SuppressWarnings("ImmutableEnumChecker") // The formatters have no state.
public enum Unit {
  /** Events per second. */
  PER_SECOND(value -> value < 1e4 ? text("%,.0f /s", value) : text("%,.0f k/s", value / 1e3)),
  /** Bytes. */
  BYTES(value -> text(value < 100 ? "%.1f B" : "%,.0f B", value)),
  /** Bytes, in KB of 1,024. */
  KILOBYTES(value -> text("%.1f KB", value / 1024)),
  /** Bytes per nanosecond, which equals gigabytes per second. */
  GIGABYTES_PER_SECOND(value -> text("%.2f GB/s", value)),
  /** Nanoseconds. */
  NANOS(
      value -> {
        if (value < 1e4) {
          return text("%,.0f ns", value);
        }
        return value < 1e6 ? text("%,.1f µs", value / 1e3) : text("%,.2f ms", value / 1e6);
      }),
  /** Milliseconds. */
  MILLIS(value -> text("%,.0f ms", value)),
  /** A fraction, from 0 to 1. */
  SHARE(
      value -> {
        if (value == 0 || value == 1) {
          return text("%.0f", value);
        }
        return text(value < 1e-3 ? "%.1e" : "%.3f", value);
      }),
  /** A fraction, formatted as a percentage. */
  PERCENT(value -> text("%.3f %%", 100 * value)),
  /** A ratio of two values. */
  TIMES(value -> text("%.2f ×", value)),
  /** Passes over a whole table, with one decimal. */
  ROUNDS(value -> text("%.1f", value)),
  /** A count. */
  COUNT(value -> text("%,.0f", value));

  private final DoubleFunction<String> formatter;

  Unit(DoubleFunction<String> formatter) {
    this.formatter = formatter;
  }

  private static String text(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  /** Returns a value with its unit, or a dash for NaN. */
  public String format(double value) {
    return Double.isNaN(value) ? Spread.NONE : formatter.apply(value);
  }

  /** Returns a value with its unit. */
  public String format(long value) {
    return format((double) value);
  }
}

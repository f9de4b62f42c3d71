package io.strata.perf.common;

import java.util.Locale;
import java.util.function.DoubleFunction;

/** What a figure is in, and how it is written. */
@SuppressWarnings("ImmutableEnumChecker") // Writers have no state.
public enum Unit {
  /** Events a second. */
  PER_SECOND(value -> value < 1e4 ? write("%,.0f /s", value) : write("%,.0f k/s", value / 1e3)),
  /** Bytes. */
  BYTES(value -> write(value < 100 ? "%.1f B" : "%,.0f B", value)),
  /** Bytes, in units of 1,024. */
  KILOBYTES(value -> write("%.1f KB", value / 1024)),
  /** Bytes a nanosecond, which are gigabytes a second. */
  GIGABYTES_PER_SECOND(value -> write("%.2f GB/s", value)),
  /** Nanoseconds. */
  NANOS(
      value -> {
        if (value < 1e4) {
          return write("%,.0f ns", value);
        }
        return value < 1e6 ? write("%,.1f µs", value / 1e3) : write("%,.2f ms", value / 1e6);
      }),
  /** Milliseconds. */
  MILLIS(value -> write("%,.0f ms", value)),
  /** A part of a whole, which is 1. */
  SHARE(
      value -> {
        if (value == 0 || value == 1) {
          return write("%.0f", value);
        }
        return write(value < 1e-3 ? "%.1e" : "%.3f", value);
      }),
  /** A part of a whole, written in percent of it. */
  PERCENT(value -> write("%.3f %%", 100 * value)),
  /** One value over another. */
  TIMES(value -> write("%.2f ×", value)),
  /** Reads of a whole table, and parts of them. */
  ROUNDS(value -> write("%.1f", value)),
  /** A number of things. */
  COUNT(value -> write("%,.0f", value));

  private final DoubleFunction<String> writer;

  Unit(DoubleFunction<String> writer) {
    this.writer = writer;
  }

  private static String write(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  /** Returns a value with its unit; a dash for NaN. */
  public String format(double value) {
    return Double.isNaN(value) ? Spread.NONE : writer.apply(value);
  }

  /** Returns a value with its unit. */
  public String format(long value) {
    return format((double) value);
  }
}

package io.strata.perf.common;

import java.util.Locale;

/** What a figure is in, and how it is written. */
public enum Unit {
  /** Events a second. */
  PER_SECOND,
  /** Bytes. */
  BYTES,
  /** Bytes a nanosecond, which are gigabytes a second. */
  GIGABYTES_PER_SECOND,
  /** Nanoseconds. */
  NANOS,
  /** A part of a whole, which is 1. */
  SHARE,
  /** A number of things. */
  COUNT;

  /** Returns a value with its unit. */
  public String format(double value) {
    return switch (this) {
      case PER_SECOND -> value < 1e4 ? format("%,.0f /s", value) : format("%,.0f k/s", value / 1e3);
      case BYTES -> format(value < 100 ? "%.1f B" : "%,.0f B", value);
      case GIGABYTES_PER_SECOND -> format("%.2f GB/s", value);
      case NANOS -> time(value);
      case SHARE ->
          format(value == 0 || value == 1 ? "%.0f" : value < 1e-3 ? "%.1e" : "%.3f", value);
      case COUNT -> format("%,.0f", value);
    };
  }

  private static String time(double nanos) {
    if (nanos < 1e4) {
      return format("%,.0f ns", nanos);
    }
    return nanos < 1e6 ? format("%,.1f µs", nanos / 1e3) : format("%,.2f ms", nanos / 1e6);
  }

  private static String format(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}

package io.strata.perf.flash.report;

import io.strata.perf.common.Spread;
import io.strata.perf.common.Unit;
import java.util.List;
import java.util.Locale;

/** How figures are written. Stateless. */
final class Formats {
  private Formats() {}

  /** The median of rounds, with the least and the most if they differ. */
  static String spread(List<Double> values, Unit unit) {
    return Spread.of(values).text(unit::format);
  }

  static double median(List<Double> values) {
    return Spread.of(values).median();
  }

  /** A value with its unit, and one decimal where that says more. */
  static String plain(double value, String unit) {
    String format = value < 100 && value != Math.rint(value) ? "%,.1f %s" : "%,.0f %s";
    return String.format(Locale.ROOT, format, value, unit);
  }

  /** A ratio. */
  static String times(double ratio) {
    return Double.isNaN(ratio) ? Spread.NONE : String.format(Locale.ROOT, "%.2f ×", ratio);
  }

  /** Bytes for a byte. */
  static String amplification(List<Double> values) {
    double median = median(values);
    return Double.isNaN(median) ? Spread.NONE : String.format(Locale.ROOT, "%.3f", median);
  }

  /** Kilobytes. */
  static String kilobytes(List<Double> bytes) {
    double median = median(bytes);
    return Double.isNaN(median)
        ? Spread.NONE
        : String.format(Locale.ROOT, "%.1f KB", median / 1024);
  }

  /** Milliseconds. */
  static String millis(double millis) {
    return Double.isNaN(millis) ? Spread.NONE : String.format(Locale.ROOT, "%,.0f ms", millis);
  }

  static String blockSize(int bytes) {
    return (bytes >> 10) + " KB";
  }

  /** Of a power of ten. */
  static String roundNanos(double nanos) {
    if (nanos < 1e3) {
      return String.format(Locale.ROOT, "%.0f ns", nanos);
    }
    if (nanos < 1e6) {
      return String.format(Locale.ROOT, "%.0f µs", nanos / 1e3);
    }
    return nanos < 1e9
        ? String.format(Locale.ROOT, "%.0f ms", nanos / 1e6)
        : String.format(Locale.ROOT, "%.0f s", nanos / 1e9);
  }

  /** Of two digits. */
  static String shortRate(double rate) {
    if (rate < 1e3) {
      return String.format(Locale.ROOT, "%.0f", rate);
    }
    String words =
        rate < 1e6
            ? String.format(Locale.ROOT, "%.1f k", rate / 1e3)
            : String.format(Locale.ROOT, "%.1f M", rate / 1e6);
    return words.replace(".0 ", " ");
  }
}

package io.strata.perf.flash.report;

import io.strata.perf.bench.report.Unit;
import io.strata.perf.common.Spread;
import java.util.List;
import java.util.Locale;

/** How figures are written. Stateless. */
final class Formats {
  private static final String NONE = "–";

  private Formats() {}

  /** The median of rounds, with the least and the most if they differ. */
  static String spread(List<Double> values, Unit unit) {
    Spread spread = Spread.of(values.stream().mapToDouble(Double::doubleValue));
    if (Double.isNaN(spread.median())) {
      return NONE;
    }
    String least = unit.format(spread.least());
    String most = unit.format(spread.most());
    String median = unit.format(spread.median());
    return least.equals(most) ? median : median + " (" + least + "–" + most + ")";
  }

  static double median(List<Double> values) {
    return Spread.of(values.stream().mapToDouble(Double::doubleValue)).median();
  }

  /** A ratio. */
  static String times(double ratio) {
    return Double.isNaN(ratio) ? NONE : String.format(Locale.ROOT, "%.2f ×", ratio);
  }

  /** Bytes for a byte. */
  static String amplification(List<Double> values) {
    double median = median(values);
    return Double.isNaN(median) ? NONE : String.format(Locale.ROOT, "%.3f", median);
  }

  /** Kilobytes. */
  static String kilobytes(List<Double> bytes) {
    double median = median(bytes);
    return Double.isNaN(median) ? NONE : String.format(Locale.ROOT, "%.1f KB", median / 1024);
  }

  /** Milliseconds. */
  static String millis(double millis) {
    return Double.isNaN(millis) ? NONE : String.format(Locale.ROOT, "%,.0f ms", millis);
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

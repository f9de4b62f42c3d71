package io.strata.replay.report;

import java.util.List;
import java.util.Locale;

/** Rows of a table in Markdown. */
final class Markdown {
  private Markdown() {}

  /** A head, of which all columns but the first hold numbers. */
  static String head(List<String> columns) {
    return row(columns) + "|---|" + "--:|".repeat(columns.size() - 1) + '\n';
  }

  static String row(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }

  /** A dash where there is none. */
  static String percent(double ratio) {
    return Double.isNaN(ratio) ? "–" : String.format(Locale.ROOT, "%.2f", 100 * ratio);
  }
}

package io.strata.perf.common;

import java.util.ArrayList;
import java.util.List;

/**
 * A table in Markdown that reads well unrendered too: the first column to the left, the others to
 * the right, each as wide as its widest cell. One thread's.
 */
public final class MarkdownTable {
  private final List<String[]> rows = new ArrayList<>();
  private final int columns;

  /** Begins a table with its headings, one for each column. */
  public MarkdownTable(String... headings) {
    columns = headings.length;
    rows.add(headings.clone());
  }

  /**
   * Adds a row.
   *
   * @throws IllegalArgumentException when there are more cells than headings, or fewer
   */
  public void add(String... cells) {
    if (cells.length != columns) {
      throw new IllegalArgumentException(
          "A row of " + cells.length + " cells does not fit under " + columns + " headings.");
    }
    rows.add(cells.clone());
  }

  /** The table, with a line's end after each row. */
  public String text() {
    int[] widths = new int[columns];
    for (String[] row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (int r = 0; r < rows.size(); r++) {
      appendRow(text, rows.get(r), widths);
      if (r == 0) {
        appendRule(text, widths);
      }
    }
    return text.toString();
  }

  /** Returns the table without padding: for tables whose rows would be wider than a screen. */
  public String compactText() {
    StringBuilder text = new StringBuilder();
    for (String[] row : rows) {
      text.append("| ").append(String.join(" | ", row)).append(" |\n");
      if (row == rows.get(0)) {
        text.append("|---|").append("--:|".repeat(columns - 1)).append('\n');
      }
    }
    return text.toString();
  }

  private static void appendRow(StringBuilder text, String[] cells, int[] widths) {
    for (int i = 0; i < cells.length; i++) {
      String padding = " ".repeat(widths[i] - cells[i].length());
      text.append("| ").append(i == 0 ? cells[i] + padding : padding + cells[i]).append(' ');
    }
    text.append("|\n");
  }

  private static void appendRule(StringBuilder text, int[] widths) {
    for (int i = 0; i < widths.length; i++) {
      text.append('|').append("-".repeat(widths[i] + 1)).append(i == 0 ? "-" : ":");
    }
    text.append("|\n");
  }
}

package io.strata.perf.common;

import static java.util.stream.Collectors.joining;

import io.strata.perf.common.Table.Cell;
import io.strata.perf.common.Table.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A report in Markdown that is also readable unrendered. Not thread-safe. */
public final class Markdown implements Report {
  private final List<String> blocks = new ArrayList<>();

  /** Returns the whole report. */
  @Override
  public String toString() {
    return blocks.stream().map(String::strip).collect(joining("\n\n", "", "\n"));
  }

  @Override
  public Report section(int level, String title) {
    return text("#".repeat(level) + " " + title);
  }

  @Override
  public Report text(String text) {
    blocks.add(text);
    return this;
  }

  @Override
  public Report facts(Map<String, String> facts) {
    return text(
        facts.entrySet().stream()
            .map(fact -> "- %s: %s".formatted(fact.getKey(), fact.getValue().replace('\n', ' ')))
            .collect(joining("\n")));
  }

  @Override
  public Report table(Table table) {
    return text(of(table));
  }

  @Override
  public Report charts(String layout, List<Chart> charts) {
    charts.forEach(chart -> text("**" + chart.title() + "** " + chart.note()).table(chart.table()));
    return this;
  }

  @Override
  public Report picture(String description, String file) {
    return text("![%s](%s)".formatted(description, file));
  }

  /**
   * Returns a table padded to the widest cell of each column, with a newline after each row. The
   * first column is left-aligned, the others are right-aligned.
   */
  public static String of(Table table) {
    List<List<String>> rows = texts(table);
    int[] widths = new int[table.columns().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        String padding = " ".repeat(widths[i] - row.get(i).length());
        text.append(i == 0 ? "| " + row.get(i) + padding : " | " + padding + row.get(i));
      }
      text.append(" |\n");
    }
    StringBuilder rule = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      rule.append('|').append("-".repeat(widths[i] + 1)).append(i == 0 ? "-" : ":");
    }
    return text.insert(text.indexOf("\n") + 1, rule + "|\n").toString();
  }

  /** Returns a table without padding, for rows wider than a screen. */
  public static String compact(Table table) {
    List<String> lines = new ArrayList<>();
    texts(table).forEach(row -> lines.add("| " + String.join(" | ", row) + " |\n"));
    lines.add(1, "|---|" + "--:|".repeat(table.columns().size() - 1) + "\n");
    return String.join("", lines);
  }

  private static List<List<String>> texts(Table table) {
    List<List<String>> texts = new ArrayList<>();
    texts.add(table.columns().stream().map(column -> oneLine(column.heading())).toList());
    for (Row row : table.rows()) {
      List<String> cells = new ArrayList<>(row.cells().stream().map(Markdown::text).toList());
      if (cells.size() < table.columns().size()) {
        cells.set(0, "*" + cells.get(0) + "*");
      }
      while (cells.size() < table.columns().size()) {
        cells.add("");
      }
      texts.add(cells);
    }
    return texts;
  }

  private static String text(Cell cell) {
    String text = cell.text() + (cell.aside().isEmpty() ? "" : " (" + cell.aside() + ")");
    return oneLine(cell.strong() ? "**" + text + "**" : text);
  }

  private static String oneLine(String text) {
    return text.replace("|", "\\|").replace('\n', ' ');
  }
}

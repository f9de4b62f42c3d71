package io.strata.perf.bench.report;

import io.strata.perf.bench.CacheKind;
import io.strata.perf.common.Figures;
import io.strata.perf.common.MarkdownTable;
import io.strata.perf.common.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Figures and what they must reach, as one Markdown table. Immutable. */
public final class ResultTable {
  private final List<Line> lines;
  private final Figures<CacheKind> figures;

  /** A table of those lines of which something was measured. */
  public ResultTable(List<Line> lines, Figures<CacheKind> figures) {
    this.lines = List.copyOf(lines);
    this.figures = figures;
  }

  /** The table. */
  public String text() {
    List<String> headings = new ArrayList<>(List.of("measure", "must reach"));
    for (CacheKind cache : CacheKind.values()) {
      headings.add(cache.title());
    }
    headings.addAll(List.of("Strata's ratio", "verdict"));
    MarkdownTable table = new MarkdownTable(headings.toArray(String[]::new));
    for (Line line : lines) {
      if (isMeasured(line)) {
        table.add(cells(line));
      }
    }
    return table.text();
  }

  /** The titles of the lines whose goal was missed. */
  public List<String> missed() {
    return lines.stream()
        .filter(line -> each(line, goal -> goal.verdict(figures, line.figure())).contains("missed"))
        .map(Line::title)
        .toList();
  }

  private boolean isMeasured(Line line) {
    for (CacheKind cache : CacheKind.values()) {
      if (figures.has(line.figure(), cache)) {
        return true;
      }
    }
    return false;
  }

  private String[] cells(Line line) {
    List<String> cells = new ArrayList<>();
    cells.add(line.title());
    cells.add(each(line, goal -> goal.text(line.unit())));
    for (CacheKind cache : CacheKind.values()) {
      String values = figures.spread(line.figure(), cache).text(line.unit()::format);
      cells.add(values.equals(Spread.NONE) ? "" : values);
    }
    cells.add(each(line, goal -> goal.ratio(figures, line.figure())));
    cells.add(each(line, goal -> goal.verdict(figures, line.figure())));
    return cells.toArray(String[]::new);
  }

  private static String each(Line line, Function<Target, String> words) {
    return line.goals().stream()
        .map(words)
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining("; "));
  }
}

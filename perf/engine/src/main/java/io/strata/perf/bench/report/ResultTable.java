package io.strata.perf.bench.report;

import io.strata.perf.bench.CacheKind;
import io.strata.perf.common.Figures;
import io.strata.perf.common.Spread;
import io.strata.perf.common.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A table of figures, targets and verdicts. Immutable. */
public final class ResultTable {
  private final List<Line> lines;
  private final Figures<CacheKind> figures;

  /** Creates a table; lines without values are left out. */
  public ResultTable(List<Line> lines, Figures<CacheKind> figures) {
    this.lines = List.copyOf(lines);
    this.figures = figures;
  }

  /** Returns the table. */
  public Table table() {
    List<String> headings = new ArrayList<>(List.of("measure", "target"));
    for (CacheKind cache : CacheKind.values()) {
      headings.add(cache.title());
    }
    headings.addAll(List.of("Strata ratio", "verdict"));
    Table table = new Table(headings.toArray(String[]::new));
    for (Line line : lines) {
      if (isMeasured(line)) {
        table.add(cells(line));
      }
    }
    return table;
  }

  private boolean isMeasured(Line line) {
    for (CacheKind cache : CacheKind.values()) {
      if (figures.has(line.figure(), cache)) {
        return true;
      }
    }
    return false;
  }

  private List<String> cells(Line line) {
    List<String> cells = new ArrayList<>();
    cells.add(line.title());
    cells.add(each(line, goal -> goal.text(line.unit())));
    for (CacheKind cache : CacheKind.values()) {
      String values = figures.spread(line.figure(), cache).text(line.unit()::format);
      cells.add(values.equals(Spread.NONE) ? "" : values);
    }
    cells.add(each(line, goal -> goal.ratio(figures, line.figure())));
    cells.add(each(line, goal -> goal.verdict(figures, line.figure())));
    return cells;
  }

  private static String each(Line line, Function<Target, String> format) {
    return line.goals().stream()
        .map(format)
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining("; "));
  }
}

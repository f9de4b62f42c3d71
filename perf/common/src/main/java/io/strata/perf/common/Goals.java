package io.strata.perf.common;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table of goals, with what was measured and the verdict. Not thread-safe. */
public final class Goals {
  private final Table table;
  private final List<String> missed = new ArrayList<>();

  /**
   * Begins the table.
   *
   * @param more headings of columns before the verdict's
   */
  public Goals(String... more) {
    List<String> headings = new ArrayList<>(List.of("measure", "aim", "measured"));
    headings.addAll(Arrays.asList(more));
    headings.add("verdict");
    table = new Table(headings.toArray(String[]::new));
  }

  /**
   * Adds a row.
   *
   * @param unit of the limit, and of what was measured
   * @param more cells before the verdict's
   */
  public void add(String measure, Goal goal, Unit unit, Spread measured, String... more) {
    List<String> cells = new ArrayList<>();
    cells.add(measure);
    cells.add(goal.text(unit.format(goal.limit())));
    cells.add(measured.text(unit::format));
    cells.addAll(Arrays.asList(more));
    cells.add(goal.verdict(measured));
    table.add(cells);
    if (goal.isMissedBy(measured)) {
      missed.add(measure);
    }
  }

  /** Returns the table; without a row if nothing was added. */
  public Table table() {
    return table;
  }

  /** Returns the measures whose goal was missed. */
  public List<String> missed() {
    return List.copyOf(missed);
  }
}

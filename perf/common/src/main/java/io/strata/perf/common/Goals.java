package io.strata.perf.common;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table of goals, measured values and verdicts. Not thread-safe. */
public final class Goals {
  private final Table table;
  private final List<String> missed = new ArrayList<>();

  /**
   * Creates an empty table.
   *
   * @param more headings of further columns before the verdict
   */
  public Goals(String... more) {
    List<String> headings = new ArrayList<>(List.of("measure", "target", "measured"));
    headings.addAll(Arrays.asList(more));
    headings.add("verdict");
    table = new Table(headings.toArray(String[]::new));
  }

  /**
   * Adds a row.
   *
   * @param unit the unit of the limit and of the measured value
   * @param more cells of the further columns
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

  /** Returns the table. */
  public Table table() {
    return table;
  }

  /** Returns the measures that missed their goals. */
  public List<String> missed() {
    return List.copyOf(missed);
  }
}

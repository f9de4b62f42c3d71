package io.strata.perf.common;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;

/** A table of goals, with what was measured and the verdict. Not thread-safe. */
public final class Goals {
  private final MarkdownTable table;
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
    table = new MarkdownTable(headings.toArray(String[]::new));
  }

  /**
   * Adds a row.
   *
   * @param limit the limit in words
   * @param format writes what was measured
   * @param more cells before the verdict's
   */
  public void add(
      String measure,
      Goal goal,
      String limit,
      Spread measured,
      DoubleFunction<String> format,
      String... more) {
    List<String> cells = new ArrayList<>(List.of(measure, goal.text(limit), measured.text(format)));
    cells.addAll(Arrays.asList(more));
    cells.add(goal.verdict(measured));
    table.add(cells.toArray(String[]::new));
    if (goal.isMissedBy(measured)) {
      missed.add(measure);
    }
  }

  /** Returns the table; without a row if nothing was added. */
  public String text() {
    return table.text();
  }

  /** Returns the measures whose goal was missed. */
  public List<String> missed() {
    return List.copyOf(missed);
  }
}

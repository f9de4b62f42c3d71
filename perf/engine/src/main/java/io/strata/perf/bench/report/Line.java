package io.strata.perf.bench.report;

import io.strata.perf.common.Unit;
import java.util.List;

/**
 * A line of the result table.
 *
 * @param title the measure
 * @param figure the name of the figure
 * @param unit the unit of the figure
 * @param goals the targets for Strata; empty if the line is informational
 */
public record Line(String title, String figure, Unit unit, List<Target> goals) {
  /** Copies the goals. */
  public Line {
    goals = List.copyOf(goals);
  }

  /** Returns a line. */
  public static Line of(String title, String figure, Unit unit, Target... goals) {
    return new Line(title, figure, unit, List.of(goals));
  }
}

package io.strata.perf.bench.report;

import io.strata.perf.common.Unit;
import java.util.List;

/**
 * One line of the table.
 *
 * @param title what is measured
 * @param figure the name under which the values are kept
 * @param unit what the values are in
 * @param goals what Strata must reach; none when the line is for information
 */
public record Line(String title, String figure, Unit unit, List<Target> goals) {
  /** Copies the goals. */
  public Line {
    goals = List.copyOf(goals);
  }

  public static Line of(String title, String figure, Unit unit, Target... goals) {
    return new Line(title, figure, unit, List.of(goals));
  }
}

package io.strata.perf.report;

import io.strata.perf.common.Spread;
import io.strata.perf.data.Measure;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was measured of one thing in all rounds.
 *
 * @param rounds the values in the order of the rounds; empty if none was measured
 */
record Figure(Cell cell, Measure measure, List<Double> rounds) {
  boolean isThere() {
    return !rounds.isEmpty();
  }

  Spread spread() {
    return Spread.of(rounds);
  }

  double median() {
    return spread().median();
  }

  /**
   * Whether rounds of the two came out alike: then another run might rank them the other way round.
   */
  boolean overlaps(Figure other) {
    Spread mine = spread();
    Spread its = other.spread();
    return mine.min() <= its.max() && its.min() <= mine.max();
  }

  /** What a table's cell that shows it carries: what it is of, and its median in full precision. */
  Map<String, String> data() {
    Map<String, String> data = new HashMap<>(cell.data());
    data.put("deploy", cell.deploy());
    data.put("measure", measure.name());
    if (isThere()) {
      data.put("value", Double.toString(median()));
    }
    return data;
  }
}

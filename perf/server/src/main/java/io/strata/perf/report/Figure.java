package io.strata.perf.report;

import io.strata.perf.common.Spread;
import io.strata.perf.data.Measure;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A measure of a cell in all rounds.
 *
 * @param rounds the values in the order of the rounds; empty if it was not measured
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

  /** Returns whether the ranges overlap, so that another run might rank the two differently. */
  boolean overlaps(Figure other) {
    Spread mine = spread();
    Spread its = other.spread();
    return mine.min() <= its.max() && its.min() <= mine.max();
  }

  /** Returns the attributes of a table cell that shows it: its origin, and the exact median. */
  Map<String, String> data() {
    Map<String, String> data = new HashMap<>(cell.data());
    data.put("configuration", cell.configuration());
    data.put("measure", measure.name());
    if (isThere()) {
      data.put("value", Double.toString(median()));
    }
    return data;
  }
}

package io.strata.perf.report;

import io.strata.perf.common.Spread;
import io.strata.perf.data.Measure;
import java.util.List;
import org.jsoup.nodes.Element;

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
    return mine.least() <= its.most() && its.least() <= mine.most();
  }

  /** Adds a cell to a table's row that shows it as a text and carries it in full precision. */
  Element addTo(Element row, String text) {
    Element its =
        Html.add(row, "td", text)
            .attr("data-study", cell.study())
            .attr("data-load", cell.load())
            .attr("data-deploy", cell.deploy())
            .attr("data-collector", cell.collector())
            .attr("data-threads", Integer.toString(cell.threads()))
            .attr("data-mode", cell.mode().name())
            .attr("data-measure", measure.name());
    if (isThere()) {
      its.attr("data-value", Double.toString(median()));
    }
    return its;
  }

  /** The median, and where the rounds differ, the least and the most of them. */
  String withSpread() {
    return spread().text(value -> Numbers.show(measure, value));
  }
}

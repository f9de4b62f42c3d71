package io.strata.perf.report;

import io.strata.perf.common.Spread;
import org.jsoup.nodes.Element;

/** A cell of a table that shows one figure and carries it in full precision. */
final class FigureCell {
  private FigureCell() {}

  static Element add(Element row, Figure figure, String text) {
    Cell cell = figure.cell();
    Element its =
        Html.add(row, "td", text)
            .attr("data-study", cell.study())
            .attr("data-load", cell.load())
            .attr("data-deploy", cell.deploy())
            .attr("data-collector", cell.collector())
            .attr("data-threads", Integer.toString(cell.threads()))
            .attr("data-mode", cell.mode().name())
            .attr("data-measure", figure.measure().name());
    if (figure.isThere()) {
      its.attr("data-value", Double.toString(figure.median()));
    }
    return its;
  }

  /** The median, and where the rounds differ, the least and the most of them. */
  static String withSpread(Figure figure) {
    Spread spread = figure.spread();
    String median = Numbers.show(figure.measure(), spread.median());
    String least = Numbers.show(figure.measure(), spread.least());
    String most = Numbers.show(figure.measure(), spread.most());
    return least.equals(most) ? median : median + " (" + least + "–" + most + ")";
  }
}

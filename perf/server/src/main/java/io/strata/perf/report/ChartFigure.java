package io.strata.perf.report;

import java.util.List;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;

/**
 * A chart and, folded, the table of its figures. The script draws the chart from that very table,
 * so that the two cannot differ.
 */
final class ChartFigure {
  private final Element figure;
  private final Element plot;

  /**
   * @param kind as report.js knows it: {@code bars}, {@code stack}, {@code threads}, {@code time}
   *     or {@code curves}
   */
  ChartFigure(Element parent, String kind, String title) {
    figure = parent.appendElement("figure").addClass("chart").attr("data-kind", kind);
    Html.add(figure, "figcaption", title);
    plot = figure.appendElement("div").addClass("plot");
  }

  /** Titles of the axes, with units. */
  ChartFigure axes(String x, String y) {
    figure.attr("data-x", x).attr("data-y", y);
    return this;
  }

  /** A line between title and chart. */
  ChartFigure remark(String text) {
    Element remark = new Element("p").addClass("remark").text(text);
    plot.before(remark);
    return this;
  }

  /** The body of the table, to be filled with a row for each mark on the chart. */
  Element table(List<String> headings) {
    return Html.table(Html.details(figure, "Figures"), headings);
  }

  /** The headings of the table's columns. */
  Elements columns() {
    return figure.select("thead th");
  }

  /** What the whole chart is of, whatever the deploy. */
  ChartFigure of(Cell cell) {
    return attribute("study", cell.study())
        .attribute("load", cell.load())
        .attribute("collector", cell.collector())
        .attribute("threads", Integer.toString(cell.threads()))
        .attribute("mode", cell.mode().name());
  }

  /** An attribute of the whole figure, which its rows need not repeat. */
  ChartFigure attribute(String name, String value) {
    figure.attr("data-" + name, value);
    return this;
  }
}

package io.strata.perf.report;

import io.strata.perf.data.Measure;
import io.strata.perf.data.Measure.Better;
import io.strata.perf.data.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import org.jsoup.nodes.Element;

/**
 * The charts of a load, one for each measure: bars beside each other, or lines over the number of
 * threads where there are several.
 */
final class PanelSection {
  private final Run run;
  private final String study;
  private final String load;
  private final boolean underCollectors;
  private final boolean overThreads;

  PanelSection(Run run, String study, String load) {
    this.run = run;
    this.study = study;
    this.load = load;
    this.underCollectors = run.collectors(study, load).size() > 1;
    this.overThreads = run.threads(study, load).size() > 1;
  }

  void addTo(Element parent) {
    List<Panel> panels = Panel.of(run, study, load);
    for (Mode mode : Mode.values()) {
      List<Panel> its = panels.stream().filter(panel -> panel.mode() == mode).toList();
      if (!its.isEmpty()) {
        Html.add(parent, "h4", title(mode));
        Html.add(parent, "p", explanation(mode));
        Element grid = parent.appendElement("div").addClass("grid");
        grid.toggleClass(overThreads ? "roomy" : "dense");
        its.forEach(panel -> add(grid, panel));
      }
    }
  }

  private static String title(Mode mode) {
    return switch (mode) {
      case PEAK -> "At full speed";
      case PACED -> "At a fixed rate";
    };
  }

  private static String explanation(Mode mode) {
    return switch (mode) {
      case PEAK -> "The client sends the next operation as soon as the last one is answered.";
      case PACED ->
          "The client sends at the same rate to every deploy; latencies count from the time at which"
              + " an operation was due.";
    };
  }

  private void add(Element grid, Panel panel) {
    Measure measure = panel.measure();
    ChartFigure chart =
        new ChartFigure(grid, overThreads ? "threads" : "bars", measure.title())
            .axes(overThreads ? "Threads of the client" : "", Numbers.titled(measure))
            .attribute("study", study)
            .attribute("load", load)
            .attribute("mode", panel.mode().name())
            .attribute("measure", measure.name())
            .remark(hint(measure) + remark(panel) + caveat(panel));
    Element body = chart.table(headings());
    for (Cell cell : panel.cells(run, study, load)) {
      List<Figure> figures = run.figures(cell, measure);
      figures.forEach(figure -> addRow(body, figure, figures));
    }
  }

  private List<String> headings() {
    List<String> headings = new ArrayList<>(List.of("Deploy"));
    if (underCollectors) {
      headings.add("GC");
    }
    if (overThreads) {
      headings.add("Threads");
    }
    headings.addAll(List.of("Median", "Rounds", "Ratio to the first", "Beside the best"));
    return headings;
  }

  private static String hint(Measure measure) {
    return switch (measure.better()) {
      case HIGHER -> "Higher is better. ";
      case LOWER -> "Lower is better. ";
      case NEITHER -> "";
    };
  }

  private static String caveat(Panel panel) {
    boolean ofSending =
        panel.mode() == Mode.PEAK
            && (panel.measure().name().startsWith("LATENCY")
                || panel.measure().name().startsWith("IN_CACHE"));
    return ofSending ? " Counted from when an operation was sent, waits before it left out." : "";
  }

  private String remark(Panel panel) {
    List<Cell> cells = panel.cellsWithMostThreads(run, study, load);
    return cells.stream()
        .map(
            cell ->
                (underCollectors ? cell.collector() + ": " : "")
                    + (overThreads ? "At " + cell.threads() + " threads: " : "")
                    + Verdict.text(run, run.figures(cell, panel.measure()))
                    + ".")
        .collect(Collectors.joining(" "));
  }

  private void addRow(Element body, Figure figure, List<Figure> all) {
    Measure measure = figure.measure();
    Cell cell = figure.cell();
    Element row = body.appendElement("tr").attr("data-deploy", cell.deploy());
    Html.name(row, run.titleOf(cell.deploy()));
    if (underCollectors) {
      row.attr("data-collector", cell.collector());
      Html.add(row, "td", cell.collector());
    }
    if (overThreads) {
      row.attr("data-threads", Integer.toString(cell.threads()));
      Html.add(row, "td", Integer.toString(cell.threads()));
    }
    if (figure.isThere()) {
      row.attr("data-value", Double.toString(figure.median()))
          .attr("data-rounds", join(figure, value -> Double.toString(value)));
    }
    Html.add(row, "td", Numbers.show(measure, figure.median())).addClass("median");
    Html.add(row, "td", join(figure, value -> Numbers.show(measure, value)));
    Html.add(row, "td", Numbers.ratio(figure.median(), all.get(0).median()));
    Html.add(row, "td", beside(figure, all)).addClass("words");
  }

  private static String join(Figure figure, DoubleFunction<String> text) {
    return figure.rounds().stream().map(text::apply).collect(Collectors.joining(" "));
  }

  private static String beside(Figure figure, List<Figure> all) {
    if (!figure.isThere() || figure.measure().better() == Better.NEITHER) {
      return "";
    }
    return Verdict.of(all)
        .map(
            verdict -> {
              if (figure.equals(verdict.best())) {
                return "best";
              }
              return verdict.alike().contains(figure) ? "no difference beyond the spread" : "";
            })
        .orElse("");
  }
}

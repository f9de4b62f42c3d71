package io.strata.perf.report;

import io.strata.perf.common.Report;
import io.strata.perf.common.Table;
import io.strata.perf.common.Table.Column;
import io.strata.perf.data.Measure;
import io.strata.perf.data.Measure.Better;
import io.strata.perf.data.Mode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/** The charts of a load, one for each measure: bars, or lines over the number of threads. */
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

  void addTo(Report report) {
    List<Panel> panels = Panel.of(run, study, load);
    for (Mode mode : Mode.values()) {
      List<Report.Chart> charts =
          panels.stream().filter(panel -> panel.mode() == mode).map(this::chart).toList();
      if (!charts.isEmpty()) {
        report
            .section(4, title(mode))
            .text(explanation(mode))
            .charts(overThreads ? "grid large" : "grid dense", charts);
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
          "The client sends at the same rate to all configurations; latencies count from the time"
              + " at which an operation was due.";
    };
  }

  private Report.Chart chart(Panel panel) {
    Measure measure = panel.measure();
    Table table = new Table("", columns());
    for (Cell cell : panel.cells(run, study, load)) {
      List<Figure> figures = run.figures(cell, measure);
      figures.forEach(figure -> addRow(table, figure, figures));
    }
    return new Report.Chart(
        overThreads ? "threads" : "bars",
        measure.title(),
        overThreads ? "Threads of the client" : "",
        Numbers.titled(measure),
        Numbers.hint(measure) + verdicts(panel) + caveat(panel),
        Map.of(
            "study", study, "load", load, "mode", panel.mode().name(), "measure", measure.name()),
        table);
  }

  private List<Column> columns() {
    List<Column> columns = new ArrayList<>(List.of(new Column("Configuration")));
    if (underCollectors) {
      columns.add(new Column("GC"));
    }
    if (overThreads) {
      columns.add(new Column("Threads"));
    }
    columns.add(new Column("Median", "median"));
    columns.add(new Column("Rounds"));
    columns.add(new Column("Ratio to the first"));
    columns.add(new Column("Compared to the best", "words"));
    return columns;
  }

  private static String caveat(Panel panel) {
    boolean ofSending =
        panel.mode() == Mode.PEAK
            && (panel.measure().name().startsWith("LATENCY")
                || panel.measure().name().startsWith("IN_CACHE"));
    return ofSending
        ? " Counts from the sending of an operation; waits before it are left out."
        : "";
  }

  private String verdicts(Panel panel) {
    List<Cell> cells = panel.cellsWithMaxThreads(run, study, load);
    return cells.stream()
        .map(
            cell ->
                (underCollectors ? cell.collector() + ": " : "")
                    + (overThreads ? "At " + cell.threads() + " threads: " : "")
                    + Verdict.text(run, run.figures(cell, panel.measure()))
                    + ".")
        .collect(Collectors.joining(" "));
  }

  private void addRow(Table table, Figure figure, List<Figure> all) {
    Measure measure = figure.measure();
    Cell cell = figure.cell();
    Map<String, String> data = new HashMap<>(Map.of("configuration", cell.configuration()));
    List<String> row = new ArrayList<>(List.of(run.titleOf(cell.configuration())));
    if (underCollectors) {
      data.put("collector", cell.collector());
      row.add(cell.collector());
    }
    if (overThreads) {
      data.put("threads", Integer.toString(cell.threads()));
      row.add(Integer.toString(cell.threads()));
    }
    if (figure.isThere()) {
      data.put("value", Double.toString(figure.median()));
      data.put("rounds", join(figure, Double::toString));
    }
    row.add(Numbers.show(measure, figure.median()));
    row.add(join(figure, value -> Numbers.show(measure, value)));
    row.add(Numbers.ratio(figure.median(), all.get(0).median()));
    row.add(beside(figure, all));
    table.add(row, data);
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

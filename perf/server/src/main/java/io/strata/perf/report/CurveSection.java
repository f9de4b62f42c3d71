package io.strata.perf.report;

import io.strata.perf.common.Report;
import io.strata.perf.common.Table;
import io.strata.perf.common.Table.Column;
import io.strata.perf.data.Measure;
import io.strata.perf.data.Mode;
import io.strata.perf.data.RunFacts.CacheConfiguration;
import io.strata.perf.data.Sample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The chart of latency over percentiles, with a line for each configuration. */
final class CurveSection {
  private final Run run;

  CurveSection(Run run) {
    this.run = run;
  }

  /** Adds the chart of a load with one collector and number of threads, if measured. */
  void addTo(Report report, Cell cell) throws IOException {
    List<Column> columns = new ArrayList<>(List.of(new Column("Percentile")));
    List<List<Double>> curves = new ArrayList<>();
    int points = 0;
    for (CacheConfiguration configuration : run.configurations(cell.study())) {
      List<Sample> rounds =
          run.samples(cell.of(configuration.name())).stream()
              .filter(sample -> sample.measures().containsKey(Measure.LATENCY_P50))
              .toList();
      List<Double> curve =
          PercentileCurve.of(run.data(), rounds)
              .map(PercentileCurve::milliseconds)
              .orElse(List.of());
      columns.add(
          new Column(
              configuration.title() + " (ms)", "", Map.of("configuration", configuration.name())));
      curves.add(curve);
      points = Math.max(points, curve.size());
    }
    if (points > 0) {
      report.charts("", List.of(chart(cell, table(columns, curves, points))));
    }
  }

  private Report.Chart chart(Cell cell, Table table) {
    boolean paced = cell.mode() == Mode.PACED;
    String pace = paced ? "at a fixed rate" : "at full speed";
    String caveat = " Counts from the sending of an operation; waits before it are left out.";
    return new Report.Chart(
        "curves",
        "Latency percentiles " + pace + run.suffix(cell),
        "Percentile, logarithmic",
        "Latency (ms)",
        "All rounds together. Lower is better." + (paced ? "" : caveat),
        cell.data(),
        table);
  }

  private static Table table(List<Column> columns, List<List<Double>> curves, int points) {
    Table table = new Table("", columns);
    for (int i = 0; i < points; i++) {
      List<String> row = new ArrayList<>();
      row.add(String.format(Locale.ROOT, "%.5f", PercentileCurve.percentile(i)));
      for (List<Double> curve : curves) {
        row.add(i < curve.size() ? Double.toString(curve.get(i)) : Numbers.NONE);
      }
      table.add(row, Map.of("nines", Double.toString(PercentileCurve.nines(i))));
    }
    return table;
  }
}

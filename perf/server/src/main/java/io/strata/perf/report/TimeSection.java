package io.strata.perf.report;

import io.strata.perf.common.Report;
import io.strata.perf.common.Spread;
import io.strata.perf.common.Table;
import io.strata.perf.common.Table.Column;
import io.strata.perf.data.Measure;
import io.strata.perf.data.RunFacts.CacheConfiguration;
import io.strata.perf.data.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The charts of throughput over time: one for each configuration, with a line for each round. */
final class TimeSection {
  private static final List<Measure> STEADINESS =
      List.of(Measure.THROUGHPUT_VARIATION, Measure.DEEPEST_DIP);

  private final Run run;

  TimeSection(Run run) {
    this.run = run;
  }

  /** Adds the charts of a load with one collector and number of threads, if there are intervals. */
  void addTo(Report report, Cell cell) {
    Table lines =
        new Table(
            "",
            List.of(
                new Column("Configuration"),
                new Column("Round"),
                new Column("Interval (ms)"),
                new Column("Rows in each interval, from number 0", "series")));
    boolean isSeries = false;
    for (CacheConfiguration configuration : run.configurations(cell.study())) {
      List<Sample> rounds = run.samples(cell.of(configuration.name()));
      for (Sample sample : rounds) {
        addLine(lines, configuration, sample, sample.equals(median(rounds)));
        isSeries |= sample.throughput().rows().size() > 1;
      }
    }
    if (isSeries) {
      report.charts("", List.of(chart(cell, lines))).table(steadiness(cell));
    }
  }

  private Report.Chart chart(Cell cell, Table lines) {
    return new Report.Chart(
        "time",
        "Throughput over time at full speed" + run.suffix(cell),
        "Seconds",
        "Rows a second",
        "All charts have the same scale. Strong: the round with the median throughput; faint: the"
            + " others. Triangles show dips of the strong line: its deepest, and all intervals"
            + " with less than half the rows of the median one.",
        cell.data(),
        lines);
  }

  /** Returns the round with the median throughput; the lower of two in the middle. */
  private static Sample median(List<Sample> rounds) {
    return rounds.stream()
        .sorted(Comparator.comparingDouble(sample -> sample.rows() / sample.seconds()))
        .toList()
        .get((rounds.size() - 1) / 2);
  }

  private static void addLine(
      Table lines, CacheConfiguration configuration, Sample sample, boolean isMedian) {
    List<Long> rows = sample.throughput().rows();
    String round = Integer.toString(sample.key().round());
    String interval = Integer.toString(sample.throughput().intervalMillis());
    double median = Spread.of(rows.stream().mapToDouble(Long::doubleValue)).median();
    Map<String, String> data = new HashMap<>();
    data.put("configuration", configuration.name());
    data.put("round", round);
    data.put("interval", interval);
    data.put("median", Double.toString(median));
    if (isMedian) {
      data.put("strong", "");
    }
    String series = rows.stream().map(String::valueOf).collect(Collectors.joining(" "));
    lines.add(List.of(configuration.title(), round, interval, series), data);
  }

  private Table steadiness(Cell cell) {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("Steadiness" + run.suffix(cell) + ": median (min–max of the rounds)"));
    STEADINESS.forEach(measure -> columns.add(new Column(Numbers.titled(measure))));
    Table table = new Table("", columns);
    for (CacheConfiguration configuration : run.configurations(cell.study())) {
      List<Table.Cell> row = new ArrayList<>(List.of(new Table.Cell(configuration.title())));
      for (Measure measure : STEADINESS) {
        Figure figure = run.figure(cell.of(configuration.name()), measure);
        String text = figure.spread().text(value -> Numbers.show(measure, value));
        row.add(new Table.Cell(text, figure.data()));
      }
      table.add(Map.of(), row);
    }
    return table;
  }
}

package io.strata.perf.report;

import io.strata.perf.common.Report;
import io.strata.perf.common.Spread;
import io.strata.perf.common.Table;
import io.strata.perf.common.Table.Column;
import io.strata.perf.data.GcSummary;
import io.strata.perf.data.RunFacts.CacheConfiguration;
import io.strata.perf.data.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** The chart of GC pauses by cause, as stacked bars. */
final class GcSection {
  /** The study that compares collectors. */
  static final String STUDY = "gc";

  private static final int MAX_CAUSES = 6;
  private static final String OTHERS = "Other causes";

  private final Run run;

  GcSection(Run run) {
    this.run = run;
  }

  /** Adds the chart of a load with one collector and number of threads, if recorded. */
  void addTo(Report report, Cell cell) {
    List<String> causes = causes(cell);
    if (causes.isEmpty()) {
      return;
    }
    Table table =
        new Table(
            "",
            List.of(
                new Column("Configuration"),
                new Column("Cause"),
                new Column("Pauses a second"),
                new Column("Paused (ms/s)", "median"),
                new Column("Longest pause (ms)")));
    for (CacheConfiguration configuration : run.configurations(cell.study())) {
      causes.forEach(
          cause -> addRow(table, configuration, cause, recorded(cell, configuration), causes));
    }
    report.charts(
        "",
        List.of(
            new Report.Chart(
                "stack",
                "GC pauses by cause" + run.suffix(cell),
                "",
                "Time in GC pauses (ms/s)",
                "Lower is better. Each part is the mean of the rounds, so that the parts add up.",
                cell.data(),
                table)));
  }

  private List<Sample> recorded(Cell cell, CacheConfiguration configuration) {
    return run.samples(cell.of(configuration.name())).stream()
        .filter(each -> each.gc() != null)
        .toList();
  }

  /** Returns the causes of the longest pauses over all configurations, and one for the rest. */
  private List<String> causes(Cell cell) {
    Map<String, Double> paused = new TreeMap<>();
    for (CacheConfiguration configuration : run.configurations(cell.study())) {
      for (Sample sample : recorded(cell, configuration)) {
        byCause(sample)
            .forEach((cause, its) -> paused.merge(cause, its.pausedMillis(), Double::sum));
      }
    }
    List<String> byTime = new ArrayList<>(paused.keySet());
    byTime.sort((a, b) -> Double.compare(paused.getOrDefault(b, 0.0), paused.getOrDefault(a, 0.0)));
    if (byTime.size() > MAX_CAUSES) {
      byTime.subList(MAX_CAUSES - 1, byTime.size()).clear();
      byTime.add(OTHERS);
    }
    return byTime;
  }

  private static void addRow(
      Table table,
      CacheConfiguration configuration,
      String cause,
      List<Sample> rounds,
      List<String> causes) {
    double pauses = mean(rounds, each -> sum(each, cause, causes).pauses() / each.seconds());
    double paused = mean(rounds, each -> sum(each, cause, causes).pausedMillis() / each.seconds());
    double longest =
        Spread.of(rounds.stream().mapToDouble(each -> sum(each, cause, causes).longestMillis()))
            .max();
    Map<String, String> data =
        new HashMap<>(Map.of("configuration", configuration.name(), "part", cause));
    if (!rounds.isEmpty()) {
      data.put("value", Double.toString(paused));
    }
    table.add(
        List.of(
            configuration.title(),
            cause,
            Numbers.show(pauses, 2),
            Numbers.show(paused, 2),
            Numbers.show(longest, 1)),
        data);
  }

  private static Map<String, GcSummary.Cause> byCause(Sample sample) {
    return Objects.requireNonNull(sample.gc()).byCause();
  }

  /** Returns the pauses of a cause in a sample, or of all causes without a row of their own. */
  private static GcSummary.Cause sum(Sample sample, String cause, List<String> causes) {
    return byCause(sample).entrySet().stream()
        .filter(each -> cause.equals(causes.contains(each.getKey()) ? each.getKey() : OTHERS))
        .map(Map.Entry::getValue)
        .reduce(
            new GcSummary.Cause(0, 0, 0),
            (a, b) ->
                new GcSummary.Cause(
                    a.pauses() + b.pauses(),
                    a.pausedMillis() + b.pausedMillis(),
                    Math.max(a.longestMillis(), b.longestMillis())));
  }

  private static double mean(List<Sample> rounds, ToDoubleFunction<Sample> value) {
    return rounds.stream().mapToDouble(value).average().orElse(Double.NaN);
  }
}

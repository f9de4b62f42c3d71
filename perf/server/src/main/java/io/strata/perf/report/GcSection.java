package io.strata.perf.report;

import io.strata.perf.common.Spread;
import io.strata.perf.data.GcSummary;
import io.strata.perf.data.RunFacts.Deploy;
import io.strata.perf.data.Sample;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jsoup.nodes.Element;

/** Pauses by cause, as bars whose parts add up to all pauses. */
final class GcSection {
  /** The study that compares collectors. */
  static final String STUDY = "gc";

  private static final int MOST_CAUSES = 6;
  private static final String OTHERS = "Other causes";

  private final Run run;

  GcSection(Run run) {
    this.run = run;
  }

  /** Of a load under one collector and number of threads, if collections were recorded. */
  void addTo(Element parent, Cell cell) {
    List<String> causes = causes(cell);
    if (causes.isEmpty()) {
      return;
    }
    ChartFigure chart =
        new ChartFigure(parent, "stack", "GC pauses by cause" + run.suffix(cell))
            .axes("", "Time in GC pauses (ms/s)")
            .of(cell)
            .remark("Lower is better. Each part is the mean of the rounds, so that parts add up.");
    Element body =
        chart.table(
            List.of("Deploy", "Cause", "Pauses a second", "Paused (ms/s)", "Longest pause (ms)"));
    for (Deploy deploy : run.deploys(cell.study())) {
      List<Sample> rounds =
          run.samples(cell.of(deploy.name())).stream().filter(s -> s.gc() != null).toList();
      for (String cause : causes) {
        addRow(body, deploy, cause, rounds, causes);
      }
    }
  }

  /** The causes that stop the server longest, over all deploys, and one for the rest. */
  private List<String> causes(Cell cell) {
    Map<String, Double> paused = new TreeMap<>();
    for (Deploy deploy : run.deploys(cell.study())) {
      for (Sample sample : run.samples(cell.of(deploy.name()))) {
        if (sample.gc() != null) {
          sample
              .gc()
              .byCause()
              .forEach((cause, its) -> paused.merge(cause, its.pausedMillis(), Double::sum));
        }
      }
    }
    List<String> byTime =
        paused.keySet().stream()
            .sorted(
                (a, b) -> Double.compare(paused.getOrDefault(b, 0.0), paused.getOrDefault(a, 0.0)))
            .toList();
    if (byTime.size() <= MOST_CAUSES) {
      return byTime;
    }
    List<String> kept = new ArrayList<>(byTime.subList(0, MOST_CAUSES - 1));
    kept.add(OTHERS);
    return kept;
  }

  private static void addRow(
      Element body, Deploy deploy, String cause, List<Sample> rounds, List<String> causes) {
    Set<String> meant = new HashSet<>(Set.of(cause));
    if (cause.equals(OTHERS)) {
      rounds.forEach(sample -> meant.addAll(byCause(sample).keySet()));
      meant.removeAll(causes);
    }
    double pauses = mean(rounds, s -> sum(s, meant, GcSummary.Cause::pauses) / s.seconds());
    double paused = mean(rounds, s -> sum(s, meant, GcSummary.Cause::pausedMillis) / s.seconds());
    double longest = Spread.of(rounds.stream().mapToDouble(s -> longest(s, meant))).most();
    Element row =
        body.appendElement("tr").attr("data-deploy", deploy.name()).attr("data-part", cause);
    if (!rounds.isEmpty()) {
      row.attr("data-value", Double.toString(paused));
    }
    Html.name(row, deploy.title());
    Html.add(row, "td", cause);
    Html.add(row, "td", Numbers.show(pauses, 2));
    Html.add(row, "td", Numbers.show(paused, 2)).addClass("median");
    Html.add(row, "td", Numbers.show(longest, 1));
  }

  private static Map<String, GcSummary.Cause> byCause(Sample sample) {
    return sample.gc() == null ? Map.of() : sample.gc().byCause();
  }

  private static double sum(
      Sample sample, Set<String> causes, ToDoubleFunction<GcSummary.Cause> part) {
    return byCause(sample).entrySet().stream()
        .filter(entry -> causes.contains(entry.getKey()))
        .mapToDouble(entry -> part.applyAsDouble(entry.getValue()))
        .sum();
  }

  private static double longest(Sample sample, Set<String> causes) {
    return byCause(sample).entrySet().stream()
        .filter(entry -> causes.contains(entry.getKey()))
        .mapToDouble(entry -> entry.getValue().longestMillis())
        .max()
        .orElse(0);
  }

  private static double mean(List<Sample> rounds, ToDoubleFunction<Sample> value) {
    return rounds.stream().mapToDouble(value).average().orElse(Double.NaN);
  }
}

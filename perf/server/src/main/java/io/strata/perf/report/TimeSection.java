package io.strata.perf.report;

import io.strata.perf.common.Spread;
import io.strata.perf.data.Measure;
import io.strata.perf.data.RunFacts.Deploy;
import io.strata.perf.data.Sample;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jsoup.nodes.Element;

/** Throughput over time: a chart for each deploy, on the same scale, with a line for each round. */
final class TimeSection {
  private final Run run;
  private final int pointsEach;

  /**
   * @param pointsEach how many points a line may have
   */
  TimeSection(Run run, int pointsEach) {
    this.run = run;
    this.pointsEach = pointsEach;
  }

  /** Of a load under one collector and number of threads, if there is more than one interval. */
  void addTo(Element parent, Cell cell) {
    boolean nothing =
        run.deploys(cell.study()).stream()
            .flatMap(deploy -> run.samples(cell.of(deploy.name())).stream())
            .noneMatch(sample -> sample.throughput().rows().size() > 1);
    if (nothing) {
      return;
    }
    ChartFigure chart =
        new ChartFigure(parent, "time", "Throughput over time at full speed" + run.suffix(cell))
            .axes("Seconds", "Rows a second")
            .of(cell)
            .remark(
                "All on the same scale. Strong: the round with the median throughput; faint: the"
                    + " others. Triangles mark dips of the strong line: intervals with less than"
                    + " half the rows of its median one; the deepest is marked always.");
    Element body =
        chart.table(
            List.of("Deploy", "Round", "Interval (ms)", "Rows in each interval, from number 0"));
    for (Deploy deploy : run.deploys(cell.study())) {
      List<Sample> rounds = run.samples(cell.of(deploy.name()));
      rounds.forEach(sample -> addRow(body, deploy, sample, sample.equals(median(rounds))));
    }
    addSteadiness(parent, cell);
  }

  /** The round to look at; the lower one of two in the middle. */
  private static Sample median(List<Sample> rounds) {
    return rounds.stream()
        .sorted(Comparator.comparingDouble(sample -> sample.rows() / sample.seconds()))
        .toList()
        .get((rounds.size() - 1) / 2);
  }

  private void addRow(Element body, Deploy deploy, Sample sample, boolean isMedian) {
    List<Long> rows = sample.throughput().rows();
    List<Integer> shown = Thinning.indexes(rows, pointsEach);
    Element row =
        body.appendElement("tr")
            .attr("data-deploy", deploy.name())
            .attr("data-round", Integer.toString(sample.key().round()))
            .attr("data-interval", Integer.toString(sample.throughput().intervalMillis()))
            .attr(
                "data-median",
                Double.toString(Spread.of(rows.stream().mapToDouble(Long::doubleValue)).median()));
    if (isMedian) {
      row.attr("data-strong", "");
    }
    Html.name(row, deploy.title());
    Html.add(row, "td", Integer.toString(sample.key().round()));
    Html.add(row, "td", Integer.toString(sample.throughput().intervalMillis()));
    String points =
        shown.size() == rows.size()
            ? rows.stream().map(String::valueOf).collect(Collectors.joining(" "))
            : shown.stream().map(i -> i + ":" + rows.get(i)).collect(Collectors.joining(" "));
    Html.add(row, "td", points).addClass("series");
  }

  private void addSteadiness(Element parent, Cell cell) {
    List<Measure> measures = List.of(Measure.THROUGHPUT_VARIATION, Measure.DEEPEST_DIP);
    Element body =
        Html.table(
            parent,
            List.of(
                "Steadiness" + run.suffix(cell) + ": median (least–most of the rounds)",
                Numbers.titled(measures.get(0)),
                Numbers.titled(measures.get(1))));
    for (Deploy deploy : run.deploys(cell.study())) {
      Element row = body.appendElement("tr");
      Html.name(row, deploy.title());
      for (Measure measure : measures) {
        Figure figure = run.figure(cell.of(deploy.name()), measure);
        figure.addTo(row, figure.withSpread());
      }
    }
  }
}

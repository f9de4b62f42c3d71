package io.strata.perf.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.perf.common.Bootstrap;
import io.strata.perf.common.HtmlPage;
import io.strata.perf.common.Interval;
import io.strata.perf.common.Markdown;
import io.strata.perf.common.Report;
import io.strata.perf.common.Spread;
import io.strata.perf.common.Table;
import io.strata.perf.common.Table.Cell;
import io.strata.perf.common.Table.Column;
import io.strata.perf.pair.PairedData;
import io.strata.perf.pair.PairedFigure;
import io.strata.perf.pair.PairedMeasure;
import io.strata.perf.pair.PairedRun;
import io.strata.perf.pair.PairedSlice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The report of a comparison of several pairs of configurations under several loads. */
public final class ComparisonReport {
  private static final String TITLE = "Block caches of HBase in pairs";

  private static final List<PairedMeasure> SUMMARY =
      List.of(
          PairedMeasure.ROWS,
          PairedMeasure.CPU,
          PairedMeasure.P99,
          PairedMeasure.P999,
          PairedMeasure.HIT_RATIO,
          PairedMeasure.FILE_BYTES,
          PairedMeasure.GC);

  private static final String METHOD =
      """
      For each pair of configurations two RegionServers run at the same time, with equal memory and equal tables. Each load alternates between
      them in short slices; two consecutive slices are a pair and request the same rows. The order within pairs is random and balanced.
      A ratio is second over first: for rows a second the mean of the middle half of the pairs' ratios, for percentiles the ratio of those of
      all slices' latencies, otherwise the ratio of the sums over all slices. Its interval is the 95 %% confidence interval of a bootstrap that
      draws pairs with replacement, %,d times. Bold: the interval does not contain 1. A dash: not measured, or no such event.
      """;

  private static final String CONTROL =
      "The control has the same configuration on both servers, so that its ratios should be 1. A"
          + " difference within its interval cannot be resolved on this machine.";

  private final List<PairedData> pairs;

  /** The figures of all loads; a bootstrap of many takes seconds. */
  private final IdentityHashMap<PairedRun, Map<PairedMeasure, PairedFigure>> figures =
      new IdentityHashMap<>();

  /**
   * Prepares a report.
   *
   * @param pairs data of each pair of configurations, of one run; at least one
   */
  public ComparisonReport(List<PairedData> pairs) {
    this.pairs = List.copyOf(pairs);
    for (PairedData pair : pairs) {
      for (PairedRun run : pair.runs()) {
        Map<PairedMeasure, PairedFigure> its = new EnumMap<>(PairedMeasure.class);
        for (PairedMeasure measure : PairedMeasure.values()) {
          its.put(measure, PairedFigure.of(measure, run.pairs()));
        }
        figures.put(run, its);
      }
    }
  }

  /**
   * Writes both forms of the report, replacing older ones.
   *
   * @param html file for the page with all charts, which has no dependencies
   * @param markdown file for the tables of the summary
   */
  public void write(Path html, Path markdown) throws IOException {
    Markdown summary = new Markdown();
    addSummary(summary);
    Files.writeString(markdown, summary.toString(), UTF_8);
    HtmlPage page = new HtmlPage(TITLE);
    addSummary(page);
    for (String load : loads()) {
      addLoad(page, load);
    }
    Files.writeString(html, page.text(), UTF_8);
  }

  private List<String> loads() {
    return pairs.stream()
        .flatMap(pair -> pair.runs().stream())
        .map(PairedRun::load)
        .distinct()
        .toList();
  }

  private static Optional<PairedRun> run(PairedData pair, String load) {
    return pair.runs().stream().filter(run -> run.load().equals(load)).findFirst();
  }

  private static boolean isControl(PairedData pair) {
    return pair.first().equals(pair.second());
  }

  private static String title(PairedData pair) {
    return isControl(pair) ? "Control: " + pair.first() : pair.second() + " to " + pair.first();
  }

  private PairedFigure figure(PairedRun run, PairedMeasure measure) {
    PairedFigure figure = figures.getOrDefault(run, Map.of()).get(measure);
    if (figure == null) {
      throw new IllegalStateException(measure + " of " + run.load());
    }
    return figure;
  }

  private void addSummary(Report report) {
    report.section(1, TITLE);
    if (pairs.get(0).small()) {
      report.text("A small run: the figures are not meaningful.");
    }
    report.facts(pairs.get(0).facts());
    report.section("Method").format(METHOD, Bootstrap.RESAMPLES).text(CONTROL);
    report.section("Summary");
    for (PairedMeasure measure : SUMMARY) {
      report.section(3, heading(measure)).table(summary(measure));
    }
  }

  /** Returns a table with a row for each load and a column for each pair. */
  private Table summary(PairedMeasure measure) {
    List<Column> columns = new ArrayList<>(List.of(new Column("load")));
    pairs.forEach(pair -> columns.add(new Column(title(pair))));
    Table table = new Table("summary", columns);
    for (String load : loads()) {
      List<Cell> row = new ArrayList<>(List.of(new Cell(load)));
      for (PairedData pair : pairs) {
        row.add(
            run(pair, load).map(run -> cell(figure(run, measure))).orElse(new Cell(Spread.NONE)));
      }
      table.add(Map.of(), row);
    }
    return table;
  }

  private static Cell cell(PairedFigure figure) {
    Interval ratio = figure.ratio();
    if (Double.isNaN(ratio.estimate())) {
      return new Cell(Spread.NONE);
    }
    return new Cell(
        ratio.estimateText(PairedReport::show),
        ratio.rangeText(PairedReport::show),
        !ratio.contains(1),
        Map.of());
  }

  private void addLoad(Report report, String load) {
    report.section(load);
    List<Report.Chart> charts = new ArrayList<>();
    for (PairedMeasure measure : PairedMeasure.values()) {
      charts.add(
          new Report.Chart(
              "intervals",
              heading(measure),
              "Ratio, second to first",
              "",
              "",
              Map.of("load", load, "measure", measure.name()),
              intervals(load, measure)));
    }
    report.charts("grid large", charts);
    report.charts(
        "",
        List.of(
            new Report.Chart(
                "time",
                "Throughput over time",
                "Pair of slices",
                "Rows a second",
                "A point is a slice.",
                Map.of("load", load),
                throughput(load))));
  }

  private static String heading(PairedMeasure measure) {
    String title = measure.title();
    return title.substring(0, 1).toUpperCase(Locale.ROOT) + title.substring(1);
  }

  private Table intervals(String load, PairedMeasure measure) {
    Table table = new Table("Configurations", "First", "Second", "Ratio", "95 % interval");
    for (PairedData pair : pairs) {
      Optional<PairedRun> run = run(pair, load);
      if (run.isPresent()) {
        PairedFigure figure = figure(run.get(), measure);
        Interval ratio = figure.ratio();
        table.add(
            Double.isNaN(ratio.estimate())
                ? Map.of()
                : Map.of(
                    "low", Double.toString(ratio.low()),
                    "estimate", Double.toString(ratio.estimate()),
                    "high", Double.toString(ratio.high())),
            List.of(
                new Cell(title(pair)),
                new Cell(measure.unit().format(figure.first())),
                new Cell(measure.unit().format(figure.second())),
                new Cell(ratio.estimateText(PairedReport::show)),
                new Cell(ratio.rangeText(PairedReport::show))));
      }
    }
    return table;
  }

  private Table throughput(String load) {
    Table table =
        new Table(
            "",
            List.of(
                new Column("Configurations"),
                new Column("Configuration"),
                new Column("Rows a second in each slice", "series")));
    for (PairedData pair : pairs) {
      run(pair, load)
          .ifPresent(
              run -> {
                String again = isControl(pair) ? ", again" : "";
                addSlices(table, pair, pair.first(), slices(run, true));
                addSlices(table, pair, pair.second() + again, slices(run, false));
              });
    }
    return table;
  }

  private static List<PairedSlice> slices(PairedRun run, boolean first) {
    return run.pairs().stream().map(pair -> first ? pair.first() : pair.second()).toList();
  }

  private static void addSlices(
      Table table, PairedData pair, String configuration, List<PairedSlice> slices) {
    String series =
        String.join(
            " ", slices.stream().map(each -> "" + Math.round(each.rowsPerSecond())).toList());
    table.add(List.of(title(pair), configuration, series));
  }
}

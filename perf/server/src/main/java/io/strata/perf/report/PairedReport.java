package io.strata.perf.report;

import io.strata.perf.common.Bootstrap;
import io.strata.perf.common.Facts;
import io.strata.perf.common.Interval;
import io.strata.perf.common.Markdown;
import io.strata.perf.common.Table;
import io.strata.perf.common.Table.Cell;
import io.strata.perf.pair.PairedData;
import io.strata.perf.pair.PairedFigure;
import io.strata.perf.pair.PairedMeasure;
import io.strata.perf.pair.PairedRun;
import io.strata.perf.pair.PairedSlice;
import io.strata.perf.pair.SlicePair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The report of a paired measurement: a page in Markdown, beside the raw data. */
public final class PairedReport {
  /** File name of the page. */
  public static final String PAGE = "PAIRED.md";

  /** File name of the raw data, from which the page can be written again. */
  public static final String DATA = "paired.csv";

  private static final String METHOD =
      """
      Both RegionServers run at the same time and have equal memory, each with a table of equal contents in one region; a third, small one has
      `hbase:meta` and HBase's other system tables. Both are warm. The load alternates between them in short slices; two consecutive
      slices are a pair. The order within pairs is random and balanced. Both slices of a pair read the same rows. A slice ends with the
      last answer, and nothing is sent to one server while the other is measured.

      * The *ratio* is second over first. For rows a second and p50 it is the mean of the middle half of the pairs' ratios; for p99 and p99.9
        the ratio of the percentiles over all slices' latencies; for all other measures the ratio of the sums over all slices.
      * The *interval* is the 95 %% confidence interval of the ratio: a bootstrap that draws pairs with replacement, %,d times. A ratio is
        bold if the interval does not contain 1.
      * The *control* has the first configuration on both servers, after a restart: its ratios should be 1. A difference within its
        interval cannot be resolved on this machine.
      * *CPU time* is that of the server's process, from the end of one of its slices to the end of the next: work that follows the
        answers counts, and what a server does while the other is loaded; reading the counters after a slice does not.
        Latencies are as the client sees them. Bytes read from files are those of all system calls, with requests read from sockets.
      """;

  private final PairedData data;

  /** Prepares a report. */
  public PairedReport(PairedData data) {
    this.data = data;
  }

  /** Writes the page into a folder. */
  public void write(Path folder) throws IOException {
    Files.writeString(folder.resolve(PAGE), text());
  }

  /** Returns the page. */
  String text() {
    Markdown page = new Markdown();
    page.section(1, "Paired: %s beside %s".formatted(data.second(), data.first()));
    Facts.addTo(page, data.small(), data.facts());
    page.section("Method").format(METHOD, Bootstrap.RESAMPLES);
    for (PairedRun run : data.runs()) {
      if (!run.control()) {
        Optional<PairedRun> control = control(run);
        page.section(run.load()).text(slices(run));
        control.ifPresent(its -> page.text("Control: " + slices(its)));
        page.table(table(run, control));
      }
    }
    return page.toString();
  }

  private Optional<PairedRun> control(PairedRun run) {
    return data.runs().stream()
        .filter(each -> each.control() && each.load().equals(run.load()))
        .findFirst();
  }

  private static String slices(PairedRun run) {
    return String.format(
        Locale.ROOT,
        "%,d pairs, of which the first server began %,d; %,d and %,d rows were answered.%s",
        run.pairs().size(),
        run.pairs().stream().filter(SlicePair::firstBegan).count(),
        sum(run, SlicePair::first, PairedSlice::rows),
        sum(run, SlicePair::second, PairedSlice::rows),
        unsent(run));
  }

  private static String unsent(PairedRun run) {
    long first = sum(run, SlicePair::first, PairedSlice::unsent);
    long second = sum(run, SlicePair::second, PairedSlice::unsent);
    return first + second == 0
        ? ""
        : String.format(
            Locale.ROOT,
            " **%,d and %,d requests were given up because a server did not keep up with the"
                + " rate.**",
            first,
            second);
  }

  private static long sum(
      PairedRun run, Function<SlicePair, PairedSlice> side, Function<PairedSlice, Long> value) {
    return run.pairs().stream().map(side).mapToLong(value::apply).sum();
  }

  private Table table(PairedRun run, Optional<PairedRun> control) {
    String second = data.second() + (data.first().equals(data.second()) ? ", again" : "");
    List<String> headings =
        new ArrayList<>(List.of("measure", data.first(), second, "ratio", "95 % interval"));
    if (control.isPresent()) {
      headings.addAll(List.of("control's ratio", "its 95 % interval"));
    }
    Table table = new Table(headings.toArray(String[]::new));
    for (PairedMeasure measure : PairedMeasure.values()) {
      PairedFigure figure = PairedFigure.of(measure, run.pairs());
      List<Cell> cells = new ArrayList<>();
      cells.add(new Cell(measure.title()));
      cells.add(new Cell(measure.unit().format(figure.first())));
      cells.add(new Cell(measure.unit().format(figure.second())));
      addRatio(cells, figure.ratio());
      control.ifPresent(its -> addRatio(cells, PairedFigure.of(measure, its.pairs()).ratio()));
      table.add(Map.of(), cells);
    }
    return table;
  }

  private static void addRatio(List<Cell> cells, Interval ratio) {
    boolean differs = !Double.isNaN(ratio.estimate()) && !ratio.contains(1);
    cells.add(new Cell(ratio.estimateText(PairedReport::show), "", differs, Map.of()));
    cells.add(new Cell(ratio.rangeText(PairedReport::show)));
  }

  /** Formats a ratio. */
  static String show(double ratio) {
    return String.format(Locale.ROOT, ratio < 10 ? "%.3f" : "%,.1f", ratio);
  }
}

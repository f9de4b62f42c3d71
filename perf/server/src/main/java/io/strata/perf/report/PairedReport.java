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

/** The report of a paired measurement: a page in Markdown, and the raw data beside it. */
public final class PairedReport {
  /** The page. */
  public static final String PAGE = "PAIRED.md";

  /** The raw data, from which the page can be made again. */
  public static final String DATA = "paired.csv";

  private static final String METHOD =
      """
      Both RegionServers are alive at once, of equal memory, each with a table of equal contents in one region; a third, small one has
      `hbase:meta` and all else that is HBase's own. Both are warm. The load alternates between them in short slices; two slices one
      after the other are a pair. Which server a pair begins with is random, and each begins as often. Both slices of a pair ask for the
      same rows. A slice ends with the last answer, and nothing is sent to one server while the other is measured.

      * The *ratio* is the second over the first: of rows a second, CPU time and p50 the median of the pairs' ratios; of p99 and
        p99.9 that of the percentiles of all slices' latencies together; of all others that of the sums of all slices.
      * The *interval* has the ratio with a confidence of 95 %%: the pairs are drawn again with replacement, %,d times. A ratio is bold
        where 1 lies outside of it.
      * The *control* is the first configuration on both servers, which are started anew for it: its ratios are to be 1. What its interval
        leaves open, this machine cannot tell.
      * *CPU time* is of the server's process, until %d ms after the last answer, so that what it still does for them is in it.
        Latencies are what the client sees. Bytes read from files are those of all system calls, those of requests from sockets among them.
      """;

  private final PairedData data;

  /** Prepares it. */
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
    page.section("Method").format(METHOD, Bootstrap.RESAMPLES, PairedSlice.SETTLE_MILLIS);
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
            " **%,d and %,d requests were given up, for a server did not keep up with the rate.**",
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

  private static String show(double ratio) {
    return String.format(Locale.ROOT, ratio < 10 ? "%.3f" : "%,.1f", ratio);
  }
}

package io.strata.perf.common.results;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.Interval;
import io.strata.perf.common.Markdown;
import io.strata.perf.common.Table;
import io.strata.perf.common.chart.RatioChart;
import io.strata.perf.common.chart.RatioChart.Theme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The tables of figures in the README, at most twelve rows together, and its chart. Stateless. */
final class FrontPage {
  private static final String TITLE = "Servers: how many times better Strata is";
  private static final String PAIRS = "COMPARE.md";
  private static final List<String> PEERS = List.of("BucketCache", "LruBlockCache");

  /** The columns of the peers on the page of pairs. */
  private static final List<String> COLUMNS =
      List.of(
          "Strata, off-heap to CombinedBlockCache, off-heap", "Strata, off-heap to LruBlockCache");

  private static final String CONTROL = "Control: CombinedBlockCache, off-heap";
  private static final String[] CACHES = {"BucketCache", "LruBlockCache", "Strata"};
  private static final String[] BUCKET_CACHE_ALONE = {"BucketCache", "", "Strata"};

  private static final String HIT_GETS = "All hits: gets";
  private static final String HIT_MULTIGETS = "All hits: multi-gets of 100";
  private static final String MISSES = "Misses into the page cache: gets";

  private static final List<PairedRow> RATIOS =
      List.of(
          PairedRow.higher("rows a second: gets, all hits", "Rows a second", HIT_GETS),
          PairedRow.higher("rows a second: multi-gets, all hits", "Rows a second", HIT_MULTIGETS),
          PairedRow.lower("CPU time a row: multi-gets, all hits", "CPU time a row", HIT_MULTIGETS),
          PairedRow.lower(
              "p99: hot gets at a fixed rate beside a scan",
              "P99",
              "Hot gets at a fixed rate beside a scan"),
          PairedRow.higher("rows a second: gets, data twice the cache", "Rows a second", MISSES),
          PairedRow.lower("p99.9: the same", "P99.9", MISSES),
          PairedRow.lower("read from files: the same", "Read from files, a row", MISSES));

  private static final List<QuotedFigure> COUNTS =
      List.of(
          QuotedFigure.ofColumn(
              "hit ratio of hot rows while a table of ten times the cache is scanned",
              "HIT-RATIO.md",
              "On a server",
              "during the scan",
              "bucket",
              "lru",
              "strata"),
          QuotedFigure.ofRow(
              "hit ratio in the first 10 s after a restart",
              "RESTART.md",
              "Targets",
              "hit ratio in the first 10 s after the restart",
              "BucketCache",
              "",
              "measured"),
          engine(
              "passes over a table of smaller blocks until 95 % of its reads hit, at most 14",
              "MOVING.md", "rounds to a hit ratio of 95 %, 64 KB → 24 KB, 4 GB", CACHES),
          engine(
              "share of inserts of 64 KB dropped, as fast as two threads insert",
              "RESULTS.md",
              "inserts dropped, fraction",
              BUCKET_CACHE_ALONE),
          engine(
              "bytes of blocks held per byte configured, 64 KB + 0–1.1 KB, 1 GB",
              "MOVING.md",
              "block bytes / configured bytes, 64 KB + 0–1.1 KB, 1024 MB",
              BUCKET_CACHE_ALONE));

  /**
   * A row of the table of ratios.
   *
   * @param measure in words
   * @param section heading on the page of pairs
   * @param load the row there
   */
  private record PairedRow(String measure, String section, String load, boolean lowerIsBetter) {
    static PairedRow higher(String measure, String section, String load) {
      return new PairedRow(measure, section, load, false);
    }

    static PairedRow lower(String measure, String section, String load) {
      return new PairedRow(measure, section, load, true);
    }
  }

  private FrontPage() {}

  private static QuotedFigure engine(String measure, String page, String row, String[] caches) {
    return QuotedFigure.ofRow(measure, page, "", row, caches);
  }

  /**
   * Returns the tables in Markdown.
   *
   * @param folder of all results
   * @throws BenchException if a page lacks a figure or a commit
   */
  static String text(Path folder) throws BenchException, IOException {
    return ratios(ResultPage.read(folder, PAIRS)) + "\n" + counts(folder);
  }

  private static String ratios(ResultPage page) throws BenchException {
    Table table =
        new Table("Strata's ratio to", PEERS.get(0), PEERS.get(1), "BucketCache to itself");
    for (PairedRow row : RATIOS) {
      List<String> cells =
          new ArrayList<>(
              List.of(row.measure() + (row.lowerIsBetter() ? "; lower is better" : "")));
      for (String column : COLUMNS) {
        cells.add(page.text(row.section(), row.load(), column));
      }
      cells.add(page.text(row.section(), row.load(), CONTROL));
      table.add(cells);
    }
    return Markdown.compact(table)
        + "\n[The whole report](perf/results/%s), of commit `%s`.\n"
            .formatted(PAIRS, page.provenance("").commit());
  }

  private static String counts(Path folder) throws BenchException, IOException {
    List<String> headings = new ArrayList<>(List.of("measure"));
    headings.addAll(List.of(CACHES));
    headings.addAll(List.of("report", "commit"));
    Table table = new Table(headings.toArray(String[]::new));
    for (QuotedFigure figure : COUNTS) {
      ResultPage page = ResultPage.read(folder, figure.page());
      Provenance source = page.provenance(figure.section());
      List<String> cells = new ArrayList<>(List.of(figure.measure()));
      cells.addAll(figure.texts(page));
      cells.add("[%s](perf/results/%s)".formatted(figure.page().replace(".md", ""), link(figure)));
      cells.add("`" + source.commit() + "`");
      table.add(cells);
    }
    return Markdown.compact(table);
  }

  /** Returns the page with the section as GitHub's anchor. */
  private static String link(QuotedFigure figure) {
    String anchor =
        figure
            .section()
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^\\p{L}\\p{N} _-]", "")
            .replace(' ', '-');
    return figure.page() + (anchor.isEmpty() ? "" : "#" + anchor);
  }

  /**
   * Returns the chart of the ratios, in SVG.
   *
   * @param folder of all results
   * @throws BenchException if a page lacks a figure
   */
  static String chart(Path folder, Theme theme) throws BenchException, IOException {
    ResultPage page = ResultPage.read(folder, PAIRS);
    List<RatioChart.RatioRow> rows = new ArrayList<>();
    for (PairedRow row : RATIOS) {
      List<RatioChart.Ratio> ratios = new ArrayList<>();
      for (String column : COLUMNS) {
        Interval its = page.ratio(row.section(), row.load(), column);
        ratios.add(new RatioChart.Ratio(its.low(), its.estimate(), its.high()));
      }
      rows.add(new RatioChart.RatioRow(row.measure(), ratios, row.lowerIsBetter()));
    }
    return RatioChart.of(TITLE, PEERS, rows, theme);
  }
}

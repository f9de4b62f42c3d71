package io.strata.perf.common.results;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.Markdown;
import io.strata.perf.common.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table of figures in the README. Stateless. */
final class FrontPage {
  private static final String[] CACHES = {"BucketCache", "LruBlockCache", "Strata"};
  private static final String[] BUCKET_CACHE_ALONE = {"BucketCache", "", "Strata"};
  private static final String[] SERVERS = {
    "CombinedBlockCache, off-heap", "LruBlockCache", "Strata, off-heap"
  };
  private static final String YCSB = "reports/2026-11-22-ycsb/summary.md";
  private static final String ROWS = "Rows a second (rows/s)";

  /** At most twelve. Of a measure that two pages have, the page of the later commit is quoted. */
  private static final List<QuotedFigure> FIGURES =
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
              "MOVING.md", "rounds until 95 % hit, 64 KB → 24 KB, 4 GB", CACHES),
          engine(
              "share of inserts of 64 KB dropped, as fast as two threads insert",
              "RESULTS.md",
              "inserts dropped, share",
              BUCKET_CACHE_ALONE),
          engine(
              "bytes of blocks held per byte configured, 64 KB + 0–1.1 KB, 1 GB",
              "MOVING.md",
              "useful / configured, 64 KB + 0–1.1 KB, 1024 MB",
              BUCKET_CACHE_ALONE),
          engine(
              "heap for each block, once read",
              "RESULTS.md",
              "heap for each block, once read",
              BUCKET_CACHE_ALONE),
          engine(
              "hits by two threads, uniform keys", "RESULTS.md", "hit, uniform, 2 threads", CACHES),
          server("rows a second from a server, all hits", "COMPARE.md", ROWS, "All hits"),
          server(
              "rows a second from a server, many misses into the page cache",
              "COMPARE.md",
              ROWS,
              "Many misses, inside the OS cache"),
          server(
              "99.9th percentile of the same, ms",
              "COMPARE.md",
              "Latency, 99.9th percentile (ms)",
              "Many misses, inside the OS cache"),
          server("rows a second, YCSB's multi-gets, all hits", YCSB, ROWS, "Multi-gets of 100"),
          server("rows a second, YCSB's range scans, all hits", YCSB, ROWS, "Range scans"));

  private FrontPage() {}

  private static QuotedFigure engine(String measure, String page, String row, String[] caches) {
    return QuotedFigure.ofRow(measure, page, "", row, caches);
  }

  private static QuotedFigure server(String measure, String page, String section, String row) {
    return QuotedFigure.ofRow(measure, page, section, row, SERVERS);
  }

  /**
   * Returns the table in Markdown.
   *
   * @param folder of all results
   * @throws BenchException if a page lacks a figure or a commit
   */
  static String text(Path folder) throws BenchException, IOException {
    List<String> headings = new ArrayList<>(List.of("measure"));
    headings.addAll(List.of(CACHES));
    headings.addAll(List.of("report", "commit"));
    Table table = new Table(headings.toArray(String[]::new));
    for (QuotedFigure figure : FIGURES) {
      ResultPage page = ResultPage.read(folder, figure.page());
      Provenance source = page.provenance(figure.section());
      List<String> cells = new ArrayList<>();
      cells.add(
          figure.measure()
              + (figure.isWithinSpread(page) ? "; no difference beyond the spread" : ""));
      cells.addAll(figure.texts(page));
      cells.add("[%s](perf/results/%s)".formatted(label(figure.page()), link(figure)));
      cells.add("`" + source.commit() + "`");
      table.add(cells);
    }
    return Markdown.compact(table);
  }

  private static String label(String page) {
    return page.equals(YCSB) ? "YCSB" : page.replace(".md", "");
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
}

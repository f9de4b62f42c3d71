package io.strata.perf.bench.run;

import io.strata.perf.bench.CacheKind;
import io.strata.perf.bench.report.MovingChart;
import io.strata.perf.bench.report.ResultTable;
import io.strata.perf.common.Facts;
import io.strata.perf.common.Figures;
import io.strata.perf.common.Markdown;
import java.util.List;

/** What a run found, as Markdown. Stateless. */
final class Report {
  private static final String LEGEND =
      """
      Each figure is the median over rounds, with the lowest and the highest in brackets; a ratio is
      taken within each round, and then likewise. Each cache is measured in processes of its own,
      by turns with the others, in the same run. Verdicts are by the median. The javadoc of each
      benchmark in `perf/engine/src/main/java/io/strata/perf/bench` says what it does, and its command.

      - All caches may take the same memory and have the settings that they have when nothing is
        set. The floor is no cache: an array, a view and HBase's block object.
      - A hit is a new key, `getBlock` with statistics, and `release`; its allocation, the key
        included, is JMH's `gc.alloc.rate.norm`.
      - Latencies are those of one reader; copying threads show what the processors and the memory
        take from it without a cache.
      - Dropped is what was offered and neither was in the cache's memory in the end nor had been
        evicted from there.
      - All metadata: heap, and off the heap the slots' headers and the heads of the hash chains.
      - Useful / configured: bytes of the blocks held over the memory that the cache may take.
      - A load that moves: a table of 1.5 times the cache is read by a skewed load, then one of 0.8
        times the cache, each block as often as any other. A round is as many reads as that table
        has blocks. Sparse caches hold blocks without bytes of their own, for the machine has not so
        much memory: Strata's engine over a sparse file, HBase's with blocks that share their bytes.
      """;

  /** The file beside the table with the curves of loads that move. */
  static final String MOVING_CHART = "moving-load.svg";

  private static final String CHART_WORDS =
      "Hit ratios after a load moved to another table, a line for each cache";

  private Report() {}

  static String text(Facts facts, List<Row> rows, Figures<CacheKind> figures) {
    Markdown report = new Markdown();
    report.section(1, "Strata beside HBase's caches");
    facts.addTo(report);
    var lines = rows.stream().flatMap(row -> row.lines().stream()).toList();
    report.table(new ResultTable(lines, figures).table()).text(LEGEND);
    if (MovingChart.isMeasured(figures)) {
      report.section("A load that moves to another table").picture(CHART_WORDS, MOVING_CHART);
    }
    return report.toString();
  }
}

package io.strata.perf.bench.run;

import io.strata.perf.bench.CacheKind;
import io.strata.perf.bench.report.MovingChart;
import io.strata.perf.bench.report.ResultTable;
import io.strata.perf.common.Facts;
import io.strata.perf.common.Figures;
import io.strata.perf.common.Markdown;
import java.util.List;

/** The report of a run, in Markdown. Stateless. */
final class Report {
  private static final String LEGEND =
      """
      Each figure is the median over rounds, with minimum and maximum in brackets; ratios are
      computed within each round and then summarized likewise. Each cache is measured in separate
      processes, interleaved with the others in the same run. Verdicts use the median. The Javadoc
      of each benchmark in `perf/engine/src/main/java/io/strata/perf/bench` describes its method and
      its command.

      - All caches have the same capacity and their default settings. The baseline is not a cache:
        an array, a view and HBase's block object.
      - A hit is a new key, `getBlock` with statistics, and `release`; its allocation, the key
        included, is JMH's `gc.alloc.rate.norm`.
      - Latencies are those of one reader; the lines with copying threads show the effect of busy
        processors and memory without a cache.
      - An insert counts as dropped if the block is neither cached at the end nor was evicted.
      - All metadata: on the heap, and off the heap the slot headers and the heads of the hash
        chains.
      - Block bytes / configured bytes: bytes of the cached blocks over the capacity of the cache.
      - A load that moves: a table of 1.5 times the cache is read with Zipfian popularity, then one
        of 0.8 times the cache with uniform popularity. A round is as many reads as the second table
        has blocks. From 16 GB on, blocks have no bytes of their own: Strata's engine with blocks
        whose bytes are not written, HBase's caches with blocks that share bytes. In 100 GB, the
        slots of Strata's buckets share 2 GB of memory.
      """;

  /** The chart of loads that move; a file beside the table. */
  static final String MOVING_CHART = "moving-load.svg";

  private static final String CHART_DESCRIPTION =
      "Hit ratios after a load has moved to another table, one line per cache";

  private Report() {}

  static String text(Facts facts, List<Row> rows, Figures<CacheKind> figures) {
    Markdown report = new Markdown();
    report.section(1, "Strata compared with HBase's caches");
    facts.addTo(report);
    var lines = rows.stream().flatMap(row -> row.lines().stream()).toList();
    report.table(new ResultTable(lines, figures).table()).text(LEGEND);
    if (MovingChart.isMeasured(figures)) {
      report.section("A load that moves to another table").picture(CHART_DESCRIPTION, MOVING_CHART);
    }
    return report.toString();
  }
}

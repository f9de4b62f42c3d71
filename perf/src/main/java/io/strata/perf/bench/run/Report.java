package io.strata.perf.bench.run;

import io.strata.perf.bench.report.Figures;
import io.strata.perf.bench.report.ResultTable;
import io.strata.perf.common.Machine;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/**
 * What a run found, as Markdown.
 *
 * @param command as it was typed
 * @param revision of the sources
 * @param begun when it began
 * @param took how long it took
 * @param rounds how often rows were measured, at most
 * @param quick whether the figures are good for nothing
 */
record Report(
    String command,
    String revision,
    ZonedDateTime begun,
    Duration took,
    int rounds,
    boolean quick) {
  private static final String HBASE = "2.6.4-hadoop3";

  private static final String LEGEND =
      """
      Each figure is the median over rounds, with the lowest and the highest in brackets; a ratio is
      taken within each round, and then likewise. Each cache is measured in processes of its own,
      by turns with the others, in the same run. Verdicts are by the median. The javadoc of each
      benchmark in `perf/src/main/java/io/strata/perf/bench` says what it does, and its command.

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
      """;

  String text(List<Row> rows, Figures figures) {
    var lines = rows.stream().flatMap(row -> row.lines().stream()).toList();
    return "# Strata beside HBase's caches\n\n"
        + (quick ? "**A quick run: the figures are good for nothing.**\n\n" : "")
        + facts()
        + "\n"
        + new ResultTable(lines, figures).text()
        + "\n"
        + LEGEND;
  }

  private String facts() {
    return String.format(
        Locale.ROOT,
        """
        - Command: `%s`
        - Date: %s, %d minutes, %d rounds at most
        - Machine: %d cores, %s, %.1f GB of memory; %s
        - JDK: %s
        - HBase %s; Strata %s
        """,
        command,
        begun.format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT)),
        took.toMinutes(),
        rounds,
        Machine.cores(),
        Machine.processor(),
        Machine.memoryBytes() / 1e9,
        Machine.system(),
        Machine.jdk(),
        HBASE,
        revision);
  }
}

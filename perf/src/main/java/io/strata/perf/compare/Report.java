package io.strata.perf.compare;

import io.strata.perf.common.Machine;
import io.strata.perf.common.MarkdownTable;
import io.strata.perf.common.Spread;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Lays measurements out as Markdown tables that read well unrendered too. */
final class Report {
  private static final String LEGEND =
      """
      The figures are the medians of all passes, with the lowest and the highest behind them; the
      ratio is the second column over the first. Throughput and latency on a shared machine vary by as much as
      two: judge by CPU and allocation a row.

      - Rows a second: rows read over the time of the slowest client thread.
      - Request percentiles: PerformanceEvaluation's own, of the slower thread, without the first
        tenth of each run. A multi-get is one request.
      - Server CPU: `ProcessCpuTime` of the RegionServer; all its threads, so the JIT and the
        collector as well.
      - Server bytes allocated: `ThreadAllocatedBytes` of all threads alive at the end. What a thread
        allocated that ended in between is missing.
      - Hit ratios: differences of `l1CacheHitCount`, `l1CacheMissCount`, `l2CacheHitCount`,
        `l2CacheMissCount`. With BucketCache, HBase counts each miss of the second tier twice; hits
        a row, `l2CacheHitCount` over rows, need no such care, for each row is in one block.
      - L2 useful / configured: `l2CacheSize`, the bytes of the blocks held at the end of the run,
        over `hbase.bucketcache.size`. It shows waste only where the cache is smaller than the data.
      """;

  private final Plan plan;
  private final String command;
  private final ZonedDateTime time;
  private final List<Measurement> measurements;

  /**
   * @param command as it was typed
   */
  Report(Plan plan, String command, ZonedDateTime time, List<Measurement> measurements) {
    this.plan = plan;
    this.command = command;
    this.time = time;
    this.measurements = List.copyOf(measurements);
  }

  /** The whole report. */
  String text() {
    return "# "
        + plan.challenger().title
        + " beside BucketCache\n\n"
        + facts()
        + "\n"
        + tables()
        + LEGEND;
  }

  private String facts() {
    Scale scale = plan.scale();
    return String.format(
        Locale.ROOT,
        """
        - Command: `%s`
        - Date: %s
        - Machine: %d cores, %s of memory; %s
        - JDK: %s
        - HBase %s; Strata of this working tree
        - Table: %,d rows of %,d bytes in one region and one file
        - RegionServer: heap %d MB, `hfile.block.cache.size` %s, `hbase.bucketcache.size` %s
        - Client: %d threads, PerformanceEvaluation `randomRead`
        """,
        command,
        time.format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT)),
        Machine.cores(),
        Preflight.gigabytes(Machine.memoryBytes()),
        Machine.system(),
        Machine.jdk(),
        Comparison.HBASE.version(),
        scale.rows(),
        Scale.VALUE_BYTES,
        scale.regionServerHeapMegabytes(),
        Cache.L1_SHARE,
        cacheSizes(scale),
        plan.threads());
  }

  private String cacheSizes(Scale scale) {
    return plan.runs().stream()
        .map(Plan.Run::setup)
        .distinct()
        .map(setup -> setup.cacheMegabytes(scale.dataBytes()) + " (" + setup.title + ")")
        .collect(Collectors.joining(", "));
  }

  /** A heading and a table for each setup and workload that was measured. */
  private String tables() {
    StringBuilder text = new StringBuilder();
    for (Setup setup : Setup.values()) {
      for (Workload workload : Workload.values()) {
        if (measurements.stream().anyMatch(m -> m.setup() == setup && m.workload() == workload)) {
          text.append("### ").append(capital(setup.title)).append(": ").append(workload.title);
          text.append("\n\n").append(table(setup, workload)).append('\n');
        }
      }
    }
    return text.toString();
  }

  private String table(Setup setup, Workload workload) {
    MarkdownTable rows =
        new MarkdownTable("", Cache.BUCKET_CACHE.title, plan.challenger().title, "ratio");
    for (Metric metric : Metric.ALL) {
      Spread bucketCache = spread(setup, workload, Cache.BUCKET_CACHE, metric);
      Spread challenger = spread(setup, workload, plan.challenger(), metric);
      rows.add(
          metric.title(),
          cell(metric, bucketCache),
          cell(metric, challenger),
          ratio(challenger.median(), bucketCache.median()));
    }
    return rows.text();
  }

  private Spread spread(Setup setup, Workload workload, Cache cache, Metric metric) {
    DoubleStream values =
        measurements.stream()
            .filter(m -> m.setup() == setup && m.workload() == workload && m.cache() == cache)
            .mapToDouble(metric::of);
    return Spread.of(values);
  }

  private static String cell(Metric metric, Spread spread) {
    String median = metric.format(spread.median());
    String least = metric.format(spread.least());
    String most = metric.format(spread.most());
    return least.equals(most) ? median : median + " (" + least + "–" + most + ")";
  }

  private static String ratio(double challenger, double bucketCache) {
    double ratio = challenger / bucketCache;
    return Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.2f", ratio) : "–";
  }

  private static String capital(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }
}

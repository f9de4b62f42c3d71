package io.strata.it.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.BuildTree;
import io.strata.it.cluster.CacheCounts;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.it.cluster.TestClusters;
import io.strata.it.cluster.WebPages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The metrics of a real server after real reads, in all places where operators see them. */
class MetricsIT {
  private static final int CACHE_MEGABYTES = 32;
  private static final int TABLE_MEGABYTES = 2 * CACHE_MEGABYTES;

  /** Step of the rows that are also read by key, through leaf blocks of the index. */
  private static final int ROWS_APART = 16;

  private static final String BEAN = "Hadoop:service=HBase,name=RegionServer,sub=Strata";
  private static final String SECRET = "hunter2";
  private static final Pattern SAMPLE =
      Pattern.compile("^(strata_\\S+?(?:\\{[^}]*})?) ([-+.\\dEe]+|NaN)$", Pattern.MULTILINE);

  @ParameterizedTest
  @EnumSource(names = {"V2_6_4", "V2_5_13"})
  void prometheusAndJmxMatchHBasesOwnMetrics(HBaseDistribution version) throws Exception {
    String name = "metrics-" + version.name();
    Path file = TestClusters.folder(name).resolve("blocks");
    try (HBaseCluster cluster = TestClusters.start(name, version, setup(file));
        Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration())) {
      RowTable table = new RowTable(connection, "rows", TABLE_MEGABYTES);
      table.write();
      table.scan();
      table.scan();
      for (int row = 0; row < table.rows(); row += ROWS_APART) {
        table.isHit(row);
      }

      WebPages pages = new WebPages(cluster.regionServer());
      // A random one in a thousand look-ups is timed; maybe none of the above.
      Await.until("a look-up is timed", () -> isALookupTimed(table, pages));
      // When HBase's background reads have ended.
      Await.until("the figures agree", () -> agree(cluster, pages));
      Map<String, Double> figures = prometheus(pages);
      keepForPromtool(version, pages);
      assertThat(sum(figures, "strata_hits_blocks_total{kind=\"data\",tier=\"offheap\"}"))
          .isPositive();
      assertThat(sum(figures, "strata_hits_blocks_total{kind=\"data\",tier=\"flash\"}"))
          .isPositive();
      assertThat(sum(figures, "strata_hits_blocks_total{kind=\"index\",tier=\"heap\"}"))
          .isPositive();
      assertThat(sum(figures, "strata_evicted_blocks_total{kind=\"data\",reason=\"room\""))
          .isPositive();
      assertThat(sum(figures, "strata_flash_written_bytes_total")).isPositive();
      assertThat(sum(figures, "strata_pins{") + sum(figures, "strata_pins ")).isZero();
      assertThat(sum(figures, "strata_lookup_seconds_count")).isPositive();
      assertThat(sum(figures, "strata_table_used_bytes{family=\"f\",table=\"rows\"}")).isPositive();

      String jmx = pages.get("/jmx?qry=" + BEAN);
      assertThat(jmx)
          .containsPattern(
              "\"capacityBytes_tier_offheap\"\\s*:\\s*" + (CACHE_MEGABYTES << 20) + "\\b");
      if (version == HBaseDistribution.V2_6_4) {
        // A page of HBase since 2.6.
        assertThat(pages.get("/prometheus")).contains("strata");
      }
      showNoSecret(cluster, pages);
      assertThat(RegionServerLog.complaints(cluster)).isEmpty();
    }
  }

  private static void showNoSecret(HBaseCluster cluster, WebPages pages) throws Exception {
    for (String page : List.of("/strata/", "/strata/data.json", "/strata/metrics")) {
      assertThat(pages.get(page)).as(page).doesNotContain(SECRET);
    }
    assertThat(pages.get("/strata/data.json")).contains("hbase.crypto.keyprovider.parameters");
    assertThat(pages.get("/jmx?qry=io.strata:*")).doesNotContain(SECRET);
    assertThat(Files.readString(cluster.regionServer().logFile())).doesNotContain(SECRET);
  }

  private static boolean isALookupTimed(RowTable table, WebPages pages) throws Exception {
    table.scan();
    return sum(prometheus(pages), "strata_lookup_seconds_count") > 0;
  }

  /** Returns whether hits and misses are the same everywhere. */
  private static boolean agree(HBaseCluster cluster, WebPages pages) throws Exception {
    CacheCounts before = CacheCounts.of(cluster);
    Map<String, Double> figures = prometheus(pages);
    String jmx = pages.get("/jmx?qry=" + BEAN);
    long hits = sum(figures, "strata_hits_blocks_total");
    long misses = sum(figures, "strata_misses_blocks_total");
    return before.hits() == hits
        && before.misses() == misses
        && jmxSum(jmx, "hits_kind_") == hits
        && jmxSum(jmx, "misses_kind_") == misses;
  }

  /** Saves the metrics that {@code .ci/check-monitoring} checks with Prometheus' own tool. */
  private static void keepForPromtool(HBaseDistribution version, WebPages pages)
      throws IOException, InterruptedException {
    Path file =
        BuildTree.root().resolve("integration-tests/target/metrics-" + version.name() + ".prom");
    Files.writeString(file, pages.get("/strata/metrics"));
  }

  private static RegionServerSetup setup(Path file) {
    return TestClusters.cacheUnderTest(CACHE_MEGABYTES)
        .withHeap("512m")
        // A table of this size then has leaf index blocks, which are cached.
        .withSite("hfile.index.block.max.size", "2048")
        .withSite("strata.flash.path", file.toString())
        .withSite("strata.flash.size", "256m")
        // The key store is never opened: no family is encrypted, and the files are new.
        .withSite("hbase.crypto.keyprovider.parameters", "jceks:///none?password=" + SECRET)
        .withSite("strata.flash.restart", "false")
        .withSite("strata.flash.write.rate", "0");
  }

  private static Map<String, Double> prometheus(WebPages pages)
      throws IOException, InterruptedException {
    Map<String, Double> figures = new TreeMap<>();
    Matcher matcher = SAMPLE.matcher(pages.get("/strata/metrics"));
    while (matcher.find()) {
      figures.put(matcher.group(1), Double.valueOf(matcher.group(2)));
    }
    assertThat(figures).isNotEmpty();
    return figures;
  }

  private static long sum(Map<String, Double> figures, String prefix) {
    return (long)
        figures.entrySet().stream()
            .filter(each -> each.getKey().startsWith(prefix))
            .mapToDouble(Map.Entry::getValue)
            .sum();
  }

  private static long jmxSum(String jmx, String prefix) {
    Matcher matcher = Pattern.compile("\"" + prefix + "\\w+\"\\s*:\\s*(\\d+)").matcher(jmx);
    long sum = 0;
    while (matcher.find()) {
      sum += Long.parseLong(matcher.group(1));
    }
    return sum;
  }
}

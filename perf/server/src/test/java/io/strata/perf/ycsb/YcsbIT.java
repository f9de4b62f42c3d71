package io.strata.perf.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strata.it.cluster.BuildTree;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.perf.common.BenchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import site.ycsb.ByteIterator;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import site.ycsb.measurements.Measurements;

/** Runs YCSB on a real HBase and a tiny table. */
class YcsbIT {
  private static final int RECORDS = 2_000;
  private static final int THREADS = 2;
  private static final Pattern STATUS = Pattern.compile(" sec: (\\d+) operations;");

  /** Enough for each kind of operation to occur. */
  private static final int OPERATIONS = 500;

  private static final int LARGE_OPERATIONS = 30;

  /** Kept after the test, to explain failures; the data are deleted. */
  private static Path folder;

  private static HBaseCluster cluster;
  private static Connection connection;
  private static YcsbTable table;

  @BeforeAll
  static void load() throws Exception {
    Path all = Files.createDirectories(BuildTree.root().resolve("perf/server/target/ycsb-it"));
    folder = Files.createTempDirectory(all, "run-");
    cluster =
        HBaseCluster.builder(HBaseDistribution.V2_6_4, folder.resolve("hbase"))
            .regionServer(RegionServerSetup.stock().withHeap("512m"))
            .deleteOnClose()
            .start();
    connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
    table = new YcsbTable(cluster.clientSite(), RECORDS);
    assertThat(table.isLoaded()).isFalse();
    table.load(folder.resolve("load"), THREADS);
  }

  @AfterAll
  static void stop() throws Exception {
    if (connection != null) {
      connection.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void tableIsRestoredToTheLoadedFile() throws Exception {
    assertThat(table.isLoaded()).isTrue();
    table.restore();
    List<String> files = storeFiles();
    assertThat(files).hasSize(1);
    assertThat(table.valueBytes()).isEqualTo(RECORDS * 1_000L);

    coreWorkloadsHaveTheirOperations(YcsbWorkload.D);
    assertThatThrownBy(table::scan)
        .isInstanceOf(BenchException.class)
        .hasMessageEndingWith(" rows, " + RECORDS + " were loaded.");
    table.restore();
    table.scan();
    assertThat(storeFiles()).isEqualTo(files);
    assertThat(region().getStoreFileCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"D", "MULTI_GET", "RANGE_SCAN", "HOT_SPOT"})
  void coreWorkloadsHaveTheirOperations(YcsbWorkload workload) throws Exception {
    Path its = folder.resolve(workload.key());
    YcsbResult result = run(workload).into(its, checked(OPERATIONS));
    YcsbSummary summary = summary(its);
    long reads = summary.operations("READ");
    long updates = summary.operations("UPDATE");
    long inserts = summary.operations("INSERT");
    long scans = summary.operations("SCAN");
    double all = result.operations();

    agrees(result, its);
    assertThat(result.operations()).isEqualTo(OPERATIONS);
    if (workload == YcsbWorkload.F) {
      assertThat(reads).isEqualTo(result.operations());
      assertThat(summary.operations("READ-MODIFY-WRITE")).isEqualTo(updates);
    } else {
      assertThat(reads + updates + inserts + scans).isEqualTo(result.operations());
    }
    if (scans == 0) {
      assertThat(result.rows()).isEqualTo(reads + updates + inserts);
    } else {
      assertThat(result.rows() / all).isBetween(10.0, 100.0);
    }
    if (reads > 0) {
      verified(summary, reads);
    }
    switch (workload) {
      case A, F -> assertThat(updates / all).isCloseTo(0.5, within(0.2));
      case B -> assertThat(updates / all).isCloseTo(0.05, within(0.049));
      case C -> assertThat(reads).isEqualTo(result.operations());
      case D -> assertThat(inserts / (double) reads).isCloseTo(0.05, within(0.049));
      case E -> assertThat(inserts / (double) scans).isCloseTo(0.05, within(0.049));
      default -> throw new AssertionError(workload);
    }
  }

  @Test
  void multiGetIsOneOperationOf100Rows() throws Exception {
    table.restore();
    Path its = folder.resolve("multi-get");
    long before = region().getReadRequestCount();
    YcsbResult result = run(YcsbWorkload.MULTI_GET).into(its, checked(LARGE_OPERATIONS));
    long readByServer = region().getReadRequestCount() - before;

    agrees(result, its);
    assertThat(result.rows()).isEqualTo(100 * result.operations());
    assertThat(readByServer).isEqualTo(result.rows());
    assertThat(summary(its).operations("READ")).isEqualTo(result.operations());
    verified(summary(its), result.rows());
  }

  @Test
  void rangeScansAreLong() throws Exception {
    Path its = folder.resolve("range-scan");
    YcsbResult result = run(YcsbWorkload.RANGE_SCAN).into(its, checked(LARGE_OPERATIONS));
    agrees(result, its);
    assertThat(summary(its).operations("SCAN")).isEqualTo(result.operations());
    assertThat(result.rows() / (double) result.operations()).isBetween(200.0, 800.0);
  }

  @Test
  void latenciesCountFromTheDueTime() throws Exception {
    int rate = 100;
    Path its = folder.resolve("paced");
    YcsbRun paced =
        new YcsbRun(
            table,
            YcsbWorkload.C,
            THREADS,
            OptionalDouble.of(rate),
            Duration.ofSeconds(1),
            Duration.ofSeconds(2));
    Thread pause = new Thread(() -> pauseServer(its));
    pause.start();
    YcsbResult result = paced.into(its);
    pause.join();

    long total = summary(its).operations(HBaseWorkload.OPERATION);
    assertThat(result.operations()).isPositive().isLessThan(total);
    assertThat(result.seconds()).isGreaterThan(1);
    assertThat((double) total).isLessThanOrEqualTo(rate * (1 + result.seconds()) + rate / 2.0);
    Histogram latencies = latencies(its);
    long late =
        latencies.getCountBetweenValues(
            TimeUnit.MILLISECONDS.toNanos(200), latencies.getMaxValue());
    // Counted from their start, at most one operation of each thread would be late.
    assertThat(late).isGreaterThan(10 * THREADS);
  }

  @Test
  void missingRowFailsTheRun() {
    YcsbTable larger = new YcsbTable(cluster.clientSite(), 2 * RECORDS);
    YcsbRun run =
        new YcsbRun(
            larger,
            YcsbWorkload.MULTI_GET,
            THREADS,
            OptionalDouble.empty(),
            Duration.ZERO,
            Duration.ofSeconds(1));
    assertThatThrownBy(() -> run.into(folder.resolve("missing-row")))
        .isInstanceOf(BenchException.class)
        .hasMessageMatching("\\d+ of YCSB's READ ended with NOT_FOUND\\. Its files are in .+");
  }

  @Test
  @SuppressWarnings("JdkObsolete") // YCSB's interface has a Vector.
  void bindingReturnsTheStatus() throws Exception {
    Properties properties = new Properties();
    properties.putAll(table.properties());
    Measurements.setProperties(properties);
    HBaseBinding binding = new HBaseBinding();
    binding.setProperties(properties);
    binding.init();
    try {
      Map<String, ByteIterator> written = Map.of("x", new StringByteIterator("1"));
      Map<String, ByteIterator> read = new HashMap<>();
      assertThat(binding.read("", "row", null, read)).isEqualTo(Status.NOT_FOUND);
      assertThat(binding.insert("", "row", written)).isEqualTo(Status.OK);
      assertThat(binding.read("", "row", Set.of("y"), read)).isEqualTo(Status.NOT_FOUND);
      assertThat(binding.read("", "row", Set.of("x"), read)).isEqualTo(Status.OK);
      assertThat(read.get("x")).hasToString("1");
      assertThat(binding.read("", "row,gone", null, read)).isEqualTo(Status.NOT_FOUND);
      assertThat(binding.scan("", "row", 1, Set.of("x"), new Vector<>())).isEqualTo(Status.OK);
      assertThat(binding.delete("", "row")).isEqualTo(Status.OK);
      assertThat(binding.read("", "row", null, read)).isEqualTo(Status.NOT_FOUND);
      assertThat(binding.update("", "", written)).isEqualTo(Status.ERROR);
    } finally {
      binding.cleanup();
    }
    properties.setProperty("table", "no_such_table");
    assertThatThrownBy(binding::init).hasRootCauseInstanceOf(TableNotFoundException.class);
  }

  @Test
  void failedStartOfTheClientIsExplained() {
    assertThatThrownBy(
            () -> run(YcsbWorkload.C).into(folder.resolve("wrong"), Map.of("columnfamily", "a:b")))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("YCSB ended without a summary: ")
        .hasMessageContaining("columnfamily=a:b: is invalid.");
  }

  private static YcsbRun run(YcsbWorkload workload) {
    return new YcsbRun(
        table, workload, THREADS, OptionalDouble.empty(), Duration.ZERO, Duration.ofSeconds(1));
  }

  /** Returns properties for a number of operations whose results YCSB checks. */
  private static Map<String, String> checked(int operations) {
    return Map.of(
        "dataintegrity", "true",
        "operationcount", Integer.toString(operations),
        "maxexecutiontime", "300");
  }

  /** Checks that the result matches what YCSB printed and logged. */
  private static void agrees(YcsbResult result, Path folder) throws Exception {
    YcsbSummary summary = summary(folder);
    assertThat(result.operations())
        .isPositive()
        .isEqualTo(summary.operations(HBaseWorkload.OPERATION))
        .isEqualTo(lastStatus(folder));
    assertThat(result.seconds()).isPositive();
    assertThat(result.throughput().rows().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(result.rows());
    Histogram latencies = latencies(folder);
    assertThat(latencies.getTotalCount()).isEqualTo(result.operations());
    for (String percentile : List.of("50", "99", "99.9")) {
      double micros =
          summary
              .values()
              .get(HBaseWorkload.OPERATION)
              .get(percentile + (percentile.contains(".") ? "" : "th") + "PercentileLatency(us)");
      assertThat(latencies.getValueAtPercentile(Double.parseDouble(percentile)) / 1e3)
          .isCloseTo(micros, within(Math.max(1, micros * 0.003)));
    }
  }

  /** Checks that YCSB has verified the values of all rows. */
  private static void verified(YcsbSummary summary, long rows) {
    Map<String, Double> verified = summary.values().get("VERIFY");
    assertThat(verified).containsKey("Return=OK");
    // A row that occurs twice in a multi-get is verified once.
    assertThat(verified.get("Return=OK")).isBetween(rows * 0.9, (double) rows);
    summary.values().keySet().forEach(name -> assertThat(name).doesNotContain("-FAILED"));
  }

  private static YcsbSummary summary(Path folder) throws Exception {
    return YcsbSummary.parse(Files.readAllLines(folder.resolve("ycsb/summary.txt")));
  }

  /** Returns the number of operations in YCSB's last status line. */
  private static long lastStatus(Path folder) throws IOException {
    long operations = 0;
    for (String line : Files.readAllLines(folder.resolve("ycsb/ycsb.err"))) {
      Matcher matcher = STATUS.matcher(line);
      if (matcher.find()) {
        operations = Long.parseLong(matcher.group(1));
      }
    }
    return operations;
  }

  private static Histogram latencies(Path folder) throws Exception {
    Histogram all = new Histogram(3);
    IntervalLog.read(folder.resolve(YcsbRun.LATENCIES)).intervals().forEach(all::add);
    return all;
  }

  private static RegionMetrics region() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      ServerName server = admin.getRegionServers().iterator().next();
      return admin.getRegionMetrics(server, YcsbTable.NAME).get(0);
    }
  }

  /** Returns the region's store files. */
  private static List<String> storeFiles() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("hbase/data"))) {
      return files
          .filter(file -> file.getParent().endsWith("f") && file.toString().contains("/usertable/"))
          .filter(file -> file.toString().contains("/data/default/"))
          .filter(file -> !file.toString().contains("/archive/"))
          .map(file -> file.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  /** Suspends the server for a second after YCSB's warm-up. */
  private static void pauseServer(Path folder) {
    try {
      while (!Files.exists(folder.resolve("ycsb/OPERATION.hdr"))) {
        Thread.sleep(20);
      }
      Thread.sleep(1_300);
      String pid = Long.toString(cluster.regionServer().pid());
      new ProcessBuilder("kill", "-STOP", pid).start().waitFor();
      Thread.sleep(1_000);
      new ProcessBuilder("kill", "-CONT", pid).start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}

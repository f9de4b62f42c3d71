package io.strata.perf.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.perf.common.BenchException;
import io.strata.perf.common.DataSet;
import io.strata.perf.common.load.Operation;
import io.strata.perf.common.load.Pace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.PerformanceEvaluation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Tables and reads on a real HBase. The tests that damage a table come last. */
@TestMethodOrder(OrderAnnotation.class)
class LoadIT {
  private static final DataTable CELLS = DataTable.zipfian("cells", 8 << 20, 3);
  private static final DataTable PE = DataTable.fixed("pe", 1000, 25_000, 2);
  private static final int THREADS = 3;
  private static final int MULTIGET = 100;

  @TempDir static Path folder;

  private static HBaseCluster cluster;
  private static Connection connection;

  @BeforeAll
  static void start() throws IOException {
    cluster =
        HBaseCluster.builder(HBaseDistribution.V2_6_4, folder.resolve("cluster"))
            .regionServer(RegionServerSetup.bucketCache(128))
            .deleteOnClose()
            .start();
    connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
  }

  @AfterAll
  static void stop() throws IOException {
    if (connection != null) {
      connection.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  private static Path root() {
    return folder.resolve("cluster/data");
  }

  @Test
  @Order(1)
  void interruptedCreationOfATableResumes() throws Exception {
    assertThatThrownBy(
            () ->
                CELLS.ensure(
                    connection,
                    root(),
                    written -> {
                      throw new IllegalStateException("interrupted");
                    }))
        .hasMessage("interrupted");
    Map<Path, FileTime> half = files("cells");
    assertThat(half).hasSize(1);

    List<Long> written = new ArrayList<>();
    CELLS.ensure(connection, root(), written::add);
    assertThat(written).hasSize(3);
    assertThat(written.stream().mapToLong(Long::longValue).sum())
        .isEqualTo(CELLS.bytes(0, CELLS.rows()));
    Map<Path, FileTime> whole = files("cells");
    assertThat(whole).hasSize(3).containsAllEntriesOf(half);
    CELLS.scan(connection, 0, CELLS.rows());

    CELLS.ensure(connection, root(), bytes -> {});
    assertThat(files("cells")).isEqualTo(whole);
  }

  @Test
  @Order(2)
  void differentTableOfTheSameNameIsRejected() throws Exception {
    PE.ensure(connection, root(), bytes -> {});
    PE.scan(connection, 0, PE.rows());
    assertThatThrownBy(
            () -> DataTable.fixed("pe", 1000, 26_000, 2).ensure(connection, root(), bytes -> {}))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("Table pe exists with 25,000 rows")
        .hasMessageContaining("26,000 rows");
    assertThatThrownBy(() -> PE.scan(connection, 0, PE.rows() + 1))
        .hasMessageContaining(PE.text(PE.rows()) + " of pe is missing");
  }

  @Test
  @Order(3)
  void rowsOfALoadMatchTheServersCount() throws Exception {
    Reads cells = new Reads(connection, CELLS, 100, CELLS.rows() / 2);
    Reads pe = new Reads(connection, PE, 2000, PE.rows());
    for (Pace pace : List.of(Pace.peak(), Pace.paced(40))) {
      check(CELLS, cells.get(), pace, 1);
      check(PE, pe.multiGet(MULTIGET), pace, MULTIGET);
    }
  }

  @Test
  @Order(3)
  void mixedRequestsReadAndWriteInTheirShares() throws Exception {
    DataTable table = DataTable.fixed("mixed", 1000, 5_000, 1);
    table.ensure(connection, root(), bytes -> {});
    Reads reads = new Reads(connection, table, Draw.latest(table.rows(), 0.9));
    checkMix(reads.mixed(new RequestMix(0.75, 0.25, 0)), 1, 0.25, 1);
    checkMix(reads.mixed(new RequestMix(0.5, 0, 0)), 1.5, 0.5, 1);
    checkMix(reads.mixed(new RequestMix(0, 0.25, 0.75)), 0.75 * 50.5 + 0.25, 0.25, 100);
    // The rows have the values that they had.
    table.scan(connection, 0, table.rows());
  }

  /**
   * @param rows mean rows of a request
   * @param writes mean writes of a request
   * @param most rows of a request
   */
  private static void checkMix(Operation mix, double rows, double writes, int most)
      throws Exception {
    long before = writes("mixed");
    try (Operation.Requests requests = mix.open()) {
      long sum = 0;
      for (int i = 0; i < 2_000; i++) {
        int each = requests.send(Mix.mix(1, i));
        assertThat(each).isBetween(1, Math.max(2, most));
        sum += each;
      }
      assertThat(sum / 2_000.0).isCloseTo(rows, withPercentage(10));
    }
    assertThat((writes("mixed") - before) / 2_000.0).isCloseTo(writes, withPercentage(15));
  }

  private static long writes(String table) throws IOException {
    long writes = 0;
    try (Admin admin = connection.getAdmin()) {
      for (ServerName server : admin.getRegionServers()) {
        for (RegionMetrics region : admin.getRegionMetrics(server, TableName.valueOf(table))) {
          writes += region.getWriteRequestCount();
        }
      }
    }
    return writes;
  }

  @Test
  @Order(3)
  void encodedRowsOfADataSetAreRead() throws Exception {
    DataTable lines =
        DataTable.of("lines", DataSet.LINEITEM, 4 << 20).encoded(DataBlockEncoding.FAST_DIFF);
    lines.ensure(connection, root(), bytes -> {});
    lines.scan(connection, 0, lines.rows());
    long encoded = 0;
    for (Path file : files("lines").keySet()) {
      encoded += Files.size(file);
    }
    double share = (double) encoded / lines.bytes(0, lines.rows());
    assertThat(share).isLessThan(0.5).isCloseTo(lines.shareInFiles(folder), within(0.01));
    Reads reads = new Reads(connection, lines, Draw.zipf(lines.rows(), 0.9));
    for (Pace pace : List.of(Pace.peak(), Pace.paced(20))) {
      check(lines, reads.get(), pace, 1);
      check(lines, reads.multiGet(MULTIGET), pace, MULTIGET);
      check(lines, reads.scan(1_000), pace, 1_000);
    }
  }

  /** A slice ends when all its requests are answered. */
  @Test
  @Order(3)
  void nothingIsSentBetweenSlices() throws Exception {
    Operation gets = new Reads(connection, CELLS, Draw.uniform()).multiGet(10);
    try (SliceLoad load = new SliceLoad(gets, THREADS, Pace.peak())) {
      for (int i = 0; i < 3; i++) {
        RowsRead before = rowsRead(CELLS);
        SliceLoad.SliceResult slice = load.run(i, Duration.ofMillis(200));
        RowsRead after = rowsRead(CELLS);
        assertThat(slice.rows()).isEqualTo(10 * slice.latencies().getTotalCount()).isPositive();
        assertThat(after.asked - before.asked).isEqualTo(slice.rows());
        assertThat(slice.nanos()).isGreaterThanOrEqualTo(200_000_000);
        assertThat(slice.latencies().getMaxValue()).isLessThanOrEqualTo(slice.nanos());
        assertThat(rowsRead(CELLS)).as("nothing is sent").isEqualTo(after);
      }
    }
  }

  private static void check(DataTable table, Operation operation, Pace pace, int rows)
      throws Exception {
    RowsRead before = rowsRead(table);
    SliceLoad.SliceResult result;
    try (SliceLoad load = new SliceLoad(operation, THREADS, pace)) {
      result = load.run(1, Duration.ofMillis(750));
    }
    long operations = result.latencies().getTotalCount();
    // An answer of maximum size ends after a look-up without a row; gets have none.
    long inVain = rows > MULTIGET ? 3 * operations : 0;
    assertThat(rowsRead(table).asked - before.asked)
        .isBetween(result.rows(), result.rows() + inVain);
    assertThat(result.rows()).isPositive().isEqualTo(rows * operations);
  }

  @Test
  @Order(4)
  void missingOrChangedRowEndsTheLoadAndIsNamed() throws Exception {
    long gone = 12_347;
    long changed = 3_210;
    try (Table table = connection.getTable(PE.name())) {
      table.delete(new Delete(PerformanceEvaluation.format(gone)));
      table.put(
          new Put(PerformanceEvaluation.format(changed))
              .addColumn(DataTable.FAMILY, NumberedRows.QUALIFIER, new byte[1000]));
    }
    Reads around = new Reads(connection, PE, gone - 5_000, gone + 5_000);
    for (Operation operation :
        List.of(around.multiGet(MULTIGET), around.scan(9_000), at(gone).get())) {
      assertThatThrownBy(() -> load(operation))
          .isInstanceOf(BenchException.class)
          .hasMessageContaining("Row " + PE.text(gone) + " of pe is missing");
    }
    assertThatThrownBy(() -> load(at(changed).multiGet(2)))
        .hasMessageContaining(
            "Row " + PE.text(changed) + " of pe has another value than the one written");
  }

  private static Reads at(long row) {
    return new Reads(connection, PE, row, row + 1);
  }

  private static void load(Operation operation) throws Exception {
    try (SliceLoad load = new SliceLoad(operation, THREADS, Pace.peak())) {
      load.run(1, Duration.ofSeconds(10));
    }
  }

  @Test
  @Order(5)
  void modifiedTableIsRejected() throws Exception {
    long firstOfRegion = PE.rows() / 2;
    try (Admin admin = connection.getAdmin();
        Table table = connection.getTable(PE.name())) {
      table.delete(new Delete(PerformanceEvaluation.format(firstOfRegion)));
      assertThatThrownBy(() -> PE.ensure(connection, root(), bytes -> {}))
          .isInstanceOf(BenchException.class)
          .hasMessageContaining(PE.text(firstOfRegion) + " of pe is missing");
      admin.flush(PE.name());
    }
    assertThatThrownBy(() -> PE.ensure(connection, root(), bytes -> {}))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("has 2 files, 1 was written");
  }

  /**
   * The server's counter of a table.
   *
   * @param asked rows that it returned, plus look-ups that found no further row
   */
  private record RowsRead(long asked) {}

  private static RowsRead rowsRead(DataTable table) throws IOException {
    long asked = 0;
    try (Admin admin = connection.getAdmin()) {
      for (ServerName server : admin.getRegionServers()) {
        for (RegionMetrics region : admin.getRegionMetrics(server, table.name())) {
          asked += region.getReadRequestCount();
        }
      }
    }
    return new RowsRead(asked);
  }

  private static Map<Path, FileTime> files(String table) throws IOException {
    Map<Path, FileTime> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root().resolve("data/default").resolve(table))) {
      for (Path file : all.filter(LoadIT::isStoreFile).toList()) {
        files.put(file, Files.getLastModifiedTime(file));
      }
    }
    return files;
  }

  private static boolean isStoreFile(Path file) {
    return file.getParent().endsWith("info0") && Files.isRegularFile(file);
  }
}

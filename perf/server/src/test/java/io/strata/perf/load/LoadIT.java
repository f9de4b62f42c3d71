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
import io.strata.perf.data.Mode;
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
    Reads cells = new Reads(connection, CELLS, 100, CELLS.rowsFor(4 << 20));
    Reads pe = new Reads(connection, PE, 2000, PE.rows());
    for (Mode mode : Mode.values()) {
      check(CELLS, cells.get(), pace(mode, 100), 1, 0);
      check(PE, pe.multiGet(MULTIGET), pace(mode, 20), MULTIGET, 0);
      check(PE, pe.scanReturningNone(), pace(mode, 10), 10_000, 10_000);
      check(PE, pe.scanReturningTenth(), pace(mode, 10), 10_000, 9_000);
    }
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
    for (Mode mode : Mode.values()) {
      check(lines, reads.get(), pace(mode, 100), 1, 0);
      check(lines, reads.multiGet(MULTIGET), pace(mode, 20), MULTIGET, 0);
      check(lines, reads.scan(1_000), pace(mode, 10), 1_000, 0);
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

  private static Pace pace(Mode mode, double rate) {
    return mode == Mode.PEAK ? Pace.peak() : Pace.paced(rate);
  }

  private static void check(DataTable table, Operation operation, Pace pace, int rows, int filtered)
      throws Exception {
    RowsRead before = rowsRead(table);
    LoadResult result =
        new LoadGenerator(THREADS, 1, 4)
            .run(
                operation,
                pace,
                Duration.ofMillis(200),
                Duration.ofMillis(750),
                folder.resolve("sample"));

    RowsRead after = rowsRead(table);
    long operations = result.handledRows() / rows;
    // HBase does not count the row at which an answer reaches its maximum size.
    assertThat(after.filtered - before.filtered)
        .isCloseTo(operations * filtered, withPercentage(0.1));
    if (filtered == 0) {
      // An answer of maximum size ends after a look-up without a row; gets have none.
      long inVain = rows > MULTIGET ? 3 * operations : 0;
      assertThat(after.asked - before.asked)
          .isBetween(result.handledRows(), result.handledRows() + inVain);
    }
    assertThat(result.rows()).isPositive().isEqualTo(rows * result.operations());
    if (pace.isPaced()) {
      assertThat(result.latencies().count())
          .isCloseTo(Math.round(0.75 * pace.operationsPerSecond()), within(1L));
      assertThat(result.inCache()).isNotNull();
      assertThat(result.inCache().count()).isPositive();
    }
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
        List.of(around.multiGet(MULTIGET), around.scanReturningTenth(), at(gone).get())) {
      assertThatThrownBy(() -> load(operation))
          .isInstanceOf(BenchException.class)
          .hasMessageContaining("Row " + PE.text(gone) + " of pe is missing");
    }
    DataTable larger = DataTable.fixed("pe", 1000, 30_000, 2);
    Reads beyond = new Reads(connection, larger, 20_000, 30_000);
    assertThatThrownBy(() -> load(beyond.scanReturningNone()))
        .hasMessageContaining("The server read 5000 rows instead of 10000 of pe")
        .hasMessageContaining("from row " + PE.text(20_000));
    assertThatThrownBy(() -> load(at(changed).multiGet(2)))
        .hasMessageContaining(
            "Row " + PE.text(changed) + " of pe has another value than the one written");
  }

  private static Reads at(long row) {
    return new Reads(connection, PE, row, row + 1);
  }

  private static void load(Operation operation) throws Exception {
    new LoadGenerator(THREADS, 1, 0)
        .run(
            operation,
            Pace.peak(),
            Duration.ZERO,
            Duration.ofSeconds(10),
            folder.resolve("interrupted"));
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
   * The server's counters of a table.
   *
   * @param asked rows that it returned, plus look-ups that found no further row
   * @param filtered rows that it read and filtered out
   */
  private record RowsRead(long asked, long filtered) {}

  private static RowsRead rowsRead(DataTable table) throws IOException {
    long asked = 0;
    long filtered = 0;
    try (Admin admin = connection.getAdmin()) {
      for (ServerName server : admin.getRegionServers()) {
        for (RegionMetrics region : admin.getRegionMetrics(server, table.name())) {
          asked += region.getReadRequestCount();
          filtered += region.getFilteredReadRequestCount();
        }
      }
    }
    return new RowsRead(asked, filtered);
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

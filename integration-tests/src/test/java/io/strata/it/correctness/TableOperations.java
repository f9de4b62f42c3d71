package io.strata.it.correctness;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.ProcessMetrics;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.TableWork;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** The operations on a table, under traffic, with a check of every answer afterwards. */
final class TableOperations implements AutoCloseable {
  private static final TableName NAME = TableName.valueOf("operations");
  private static final int ROWS = 10_000;
  private static final int BATCH = 100;

  private final HBaseCluster cluster;
  private final Connection connection;
  private final Admin admin;
  private final Versions versions = new Versions(ROWS);
  private final Random random = new Random(42);

  TableOperations(HBaseCluster cluster) throws IOException {
    this.cluster = cluster;
    connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
    admin = connection.getAdmin();
  }

  void create() throws Exception {
    admin.createTable(
        TableDescriptorBuilder.newBuilder(NAME)
            .setColumnFamilies(Arrays.stream(Family.values()).map(Family::descriptor).toList())
            .build());
    writeEveryRow();
  }

  private void writeEveryRow() throws Exception {
    try (Table table = connection.getTable(NAME)) {
      CheckedTable checked = new CheckedTable(table, versions);
      for (int from = 0; from < ROWS; from += BATCH) {
        checked.write(IntStream.range(from, from + BATCH).toArray());
      }
    }
  }

  void flush() throws Exception {
    TableWork.flush(admin, NAME);
  }

  /** Writes three small files beside the large one, which HBase then compacts to one. */
  void compactSmallFiles() throws Exception {
    for (int i = 0; i < 3; i++) {
      writeSomeRows();
      TableWork.flush(admin, NAME);
    }
    admin.compact(NAME);
    int max = 2 * Family.values().length;
    Await.until("each family has two files", () -> TableWork.storeFiles(admin, NAME) <= max);
  }

  private void writeSomeRows() throws Exception {
    try (Table table = connection.getTable(NAME)) {
      new CheckedTable(table, versions)
          .write(IntStream.range(0, ROWS).filter(row -> row % 40 == 0).toArray());
    }
  }

  void compactAllFiles() throws Exception {
    TableWork.flush(admin, NAME);
    TableWork.compactInto(admin, NAME, Family.values().length);
  }

  void split() throws Exception {
    byte[] region = admin.getRegions(NAME).get(0).getRegionName();
    admin.splitRegionAsync(region, CheckedTable.key(ROWS / 3)).get();
    awaitRegions(2);
  }

  void merge() throws Exception {
    byte[][] names =
        admin.getRegions(NAME).stream().map(RegionInfo::getRegionName).toArray(byte[][]::new);
    admin.majorCompact(NAME);
    Await.until("the halves no longer refer to their parent's files", () -> mergeOrFail(names));
    awaitRegions(1);
  }

  private boolean mergeOrFail(byte[][] names) throws InterruptedException, IOException {
    try {
      admin.mergeRegionsAsync(names, false).get();
      return true;
    } catch (ExecutionException e) {
      return false; // Until a compaction has replaced the references.
    }
  }

  private void awaitRegions(int count) throws Exception {
    Await.until(
        "the table has " + count + " regions online",
        () -> admin.getRegions(NAME).size() == count && admin.isTableAvailable(NAME));
  }

  void closeAndOpen() throws Exception {
    admin.disableTable(NAME);
    admin.enableTable(NAME);
  }

  void killServer() {
    cluster.regionServer().killHard();
    cluster.startRegionServer();
  }

  void restartWithCompressedBlocksInCache() {
    cluster.regionServer().stopGracefully();
    cluster.startRegionServer(
        cluster.regionServerSetup().withSite("hbase.block.data.cachecompressed", "true"));
  }

  /** Checks that answers came from the cache, and that it was too small for all blocks. */
  void checkThatTheCacheWasUsed() {
    try (ProcessMetrics metrics = ProcessMetrics.of(cluster.regionServer())) {
      assertThat(metrics.regionServer("l2CacheHitCount")).isPositive();
      assertThat(metrics.regionServer("blockCacheEvictionCount")).isPositive();
      assertThat(metrics.regionServer("blockCacheSize")).isPositive();
    }
  }

  /** Runs a step under traffic of readers and a writer. */
  void underTraffic(Step step) throws Exception {
    new Traffic(connection, NAME, versions, 0, 0).during(step);
  }

  /** Compares all rows with the model, and checks the server's log. */
  void checkAll() throws Exception {
    try (Table table = connection.getTable(NAME)) {
      new CheckedTable(table, versions).checkAll(random);
    }
    List<String> complaints = RegionServerLog.complaints(cluster);
    assertThat(complaints).as("complaints in " + cluster.regionServer().logFile()).isEmpty();
  }

  @Override
  public void close() throws IOException {
    admin.close();
    connection.close();
  }

  /** An operation on the table. */
  interface Step {
    void run() throws Exception;
  }
}

package io.strata.it.correctness;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.TableRegions;
import io.strata.it.cluster.TableWork;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * A table whose regions are spread over several servers and move between them, with the model of
 * its rows.
 */
final class SpreadTable implements AutoCloseable {
  private static final TableName NAME = TableName.valueOf("spread");
  private static final int REGIONS = 4;
  private static final int BATCH = 100;

  /** A check gets only some batches, since its scans read all rows as well. */
  private static final int CHECKS_TO_GET_ALL = 4;

  private static final int PAUSE_MILLIS = 20;
  private static final int RETRIES = 80;

  private final HBaseCluster cluster;
  private final Connection connection;
  private final Admin admin;
  private final int rows;
  private final Versions versions;
  private final TableRegions regions;
  private int checks;

  /** Uses a client that retries sooner and more often than by default. */
  SpreadTable(HBaseCluster cluster, int rows) throws IOException {
    this(cluster, rows, eager(cluster.clientConfiguration()));
  }

  /** Uses a client with that configuration. */
  SpreadTable(HBaseCluster cluster, int rows, Configuration client) throws IOException {
    this.cluster = cluster;
    this.rows = rows;
    versions = new Versions(rows);
    connection = ConnectionFactory.createConnection(client);
    admin = connection.getAdmin();
    regions = new TableRegions(cluster, admin, NAME);
    // Regions stay where this class moves them.
    admin.balancerSwitch(false, true);
  }

  /**
   * Returns a configuration with short pauses. By default a client sleeps for ten seconds at a time
   * after a region has been unavailable for eight.
   */
  private static Configuration eager(Configuration client) {
    client.setInt("hbase.client.pause", PAUSE_MILLIS);
    client.setInt("hbase.client.retries.number", RETRIES);
    return client;
  }

  /** Creates the table, spreads it, and writes each row once. */
  void create() throws Exception {
    byte[][] splits =
        IntStream.range(1, REGIONS)
            .mapToObj(i -> CheckedTable.key(rows / REGIONS * i))
            .toArray(byte[][]::new);
    admin.createTable(
        TableDescriptorBuilder.newBuilder(NAME)
            .setColumnFamilies(Arrays.stream(Family.values()).map(Family::descriptor).toList())
            .build(),
        splits);
    spread();
    try (Table table = connection.getTable(NAME)) {
      CheckedTable checked = new CheckedTable(table, versions);
      for (int from = 0; from < rows; from += BATCH) {
        checked.write(IntStream.range(from, from + BATCH).toArray());
      }
    }
  }

  void flush() throws IOException {
    TableWork.flush(admin, NAME);
  }

  List<RegionInfo> regions() throws IOException {
    return regions.all();
  }

  /** Returns the table's regions that are open on a server. */
  List<RegionInfo> regionsOn(int server) throws IOException {
    return regions.on(server);
  }

  /** Distributes the regions evenly. */
  void spread() throws Exception {
    int server = 0;
    for (RegionInfo region : regions()) {
      move(region, server++ % cluster.regionServers().size());
    }
  }

  /** Moves a region and waits until it is open. */
  void move(RegionInfo region, int server) throws Exception {
    regions.move(region, server);
  }

  /** Moves all regions to one server. */
  void gather(int server) throws Exception {
    for (RegionInfo region : regions()) {
      move(region, server);
    }
  }

  /** Waits until a server has taken over all regions. */
  void awaitAllOn(int server) throws Exception {
    Await.until("all regions are on server " + server, () -> regionsOn(server).size() == REGIONS);
  }

  /** Waits until no region is on a dead server. */
  void awaitServed() throws Exception {
    Await.until(
        "all regions are on live servers",
        () -> {
          Collection<ServerName> live = admin.getRegionServers();
          return regions.locations().stream()
              .allMatch(location -> live.contains(location.getServerName()));
        });
  }

  /** Runs a step under traffic of readers and a writer. */
  void underTraffic(long seed, TableOperations.Step step) throws Exception {
    new Traffic(connection, NAME, versions, rows / REGIONS, seed).during(step);
  }

  /** Returns a task that flushes and compacts its regions during an action. */
  Maintenance maintenance(long seed) throws IOException {
    return new Maintenance(cluster.clientConfiguration(), NAME, seed);
  }

  /**
   * Checks each row by scans and a part of them by gets, another part each time, and checks the
   * servers' logs.
   */
  void checkAll() throws Exception {
    int first = checks++ % CHECKS_TO_GET_ALL * BATCH;
    try (Table table = connection.getTable(NAME)) {
      CheckedTable checked = new CheckedTable(table, versions);
      checked.checkScan(0, rows, false);
      checked.checkScan(0, rows, true);
      for (int from = first; from < rows; from += CHECKS_TO_GET_ALL * BATCH) {
        checked.checkMultiGet(IntStream.range(from, from + BATCH).toArray());
      }
    }
    assertThat(RegionServerLog.complaints(cluster)).as("complaints in the servers' logs").isEmpty();
  }

  /** Checks each row of a region. */
  void checkRegion(RegionInfo region) throws IOException {
    int from = region.getStartKey().length == 0 ? 0 : CheckedTable.row(region.getStartKey());
    int to = region.getEndKey().length == 0 ? rows : CheckedTable.row(region.getEndKey());
    try (Table table = connection.getTable(NAME)) {
      CheckedTable checked = new CheckedTable(table, versions);
      for (int row = from; row < to; row += BATCH) {
        checked.checkMultiGet(IntStream.range(row, Math.min(row + BATCH, to)).toArray());
      }
    }
  }

  @Override
  public void close() throws IOException {
    admin.close();
    connection.close();
  }
}

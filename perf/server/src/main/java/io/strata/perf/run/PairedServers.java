package io.strata.perf.run;

import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseProcess;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.perf.common.BenchException;
import io.strata.perf.load.DataTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * ZooKeeper, a master, and three RegionServers: a small one with {@code hbase:meta} and HBase's
 * other system tables, and two with tables of their own, which are measured. Not thread-safe.
 */
public final class PairedServers implements AutoCloseable {
  /** The numbers of the two measured servers. */
  public static final List<Integer> MEASURED = List.of(1, 2);

  private static final int SYSTEM = 0;
  private static final String SYSTEM_HEAP = "384m";

  /**
   * The maximum age of the measured servers' metrics: less than a slice, so that metrics read after
   * a slice are never from within it. Hadoop wakes up a thread with this period.
   */
  private static final String METRICS = "*.periodMillis = 100\n";

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int PAUSE_MILLIS = 200;

  private final HBaseCluster cluster;
  private final Path hbase;
  private final Path metrics;

  private PairedServers(HBaseCluster cluster, Path hbase, Path metrics) {
    this.cluster = cluster;
    this.hbase = hbase;
    this.metrics = metrics;
  }

  /**
   * Starts all processes.
   *
   * @param folder for data and logs
   * @param first setup of the first measured server
   * @param second setup of the second
   */
  public static PairedServers start(Path folder, RegionServerSetup first, RegionServerSetup second)
      throws IOException {
    Path hbase = folder.resolve("hbase");
    // Precedes the file in the servers' own folders.
    Path metrics = Files.createDirectories(folder.resolve("metrics"));
    Files.writeString(metrics.resolve("hadoop-metrics2-hbase.properties"), METRICS);
    HBaseCluster cluster =
        HBaseCluster.builder(Server.HBASE, hbase)
            .site(Server.SITE)
            .regionServers(1 + MEASURED.size())
            .regionServer(RegionServerSetup.stock().withHeap(SYSTEM_HEAP))
            .regionServer(MEASURED.get(0), first.withClassPath(metrics))
            .regionServer(MEASURED.get(1), second.withClassPath(metrics))
            .start();
    PairedServers servers = new PairedServers(cluster, hbase, metrics);
    try (Connection connection = servers.connect();
        Admin admin = connection.getAdmin()) {
      admin.balancerSwitch(false, true);
    }
    return servers;
  }

  /** Restarts both servers with other settings. Call {@link #assign} afterwards. */
  void restart(RegionServerSetup first, RegionServerSetup second) {
    stop();
    cluster.startRegionServer(MEASURED.get(0), first.withClassPath(metrics));
    cluster.startRegionServer(MEASURED.get(1), second.withClassPath(metrics));
  }

  /** Restarts both servers with the same settings. Call {@link #assign} afterwards. */
  public void restart() {
    stop();
    MEASURED.forEach(cluster::startRegionServer);
  }

  /** Stops both at once, so that neither takes over the other's regions. */
  private void stop() {
    CompletableFuture.allOf(
            MEASURED.stream()
                .map(this::process)
                .map(process -> CompletableFuture.runAsync(process::stopGracefully))
                .toArray(CompletableFuture<?>[]::new))
        .join();
  }

  /** Returns the process of a server. */
  public HBaseProcess process(int number) {
    return cluster.regionServer(number);
  }

  /** Returns a new connection for clients in this process. */
  public Connection connect() throws IOException {
    return ConnectionFactory.createConnection(cluster.clientConfiguration());
  }

  /** Creates a table. */
  public void make(DataTable table) throws IOException {
    try (Connection connection = connect()) {
      table.ensure(connection, hbase.resolve("data"), bytes -> {});
    } catch (BenchException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Deletes a table. */
  void drop(DataTable table) throws IOException {
    try (Connection connection = connect();
        Admin admin = connection.getAdmin()) {
      admin.disableTable(table.name());
      admin.deleteTable(table.name());
    }
  }

  /** Returns the folder of a table's files. */
  Path folder(DataTable table) {
    return Server.tableFolder(hbase.resolve("data"), table.name());
  }

  /**
   * Moves tables to the measured servers and all others to the small one, and waits until all
   * regions are in place.
   *
   * @param tables of the first and of the second server
   */
  public void assign(List<Set<TableName>> tables) throws IOException, InterruptedException {
    try (Connection connection = connect();
        Admin admin = connection.getAdmin()) {
      Set<TableName> others = new HashSet<>(List.of(TableName.META_TABLE_NAME));
      others.addAll(
          List.of(admin.listTableNamesByNamespace(NamespaceDescriptor.SYSTEM_NAMESPACE_NAME_STR)));
      for (int i = 0; i < tables.size(); i++) {
        assign(admin, tables.get(i), MEASURED.get(i));
      }
      assign(admin, others, SYSTEM);
      for (int i = 0; i < tables.size(); i++) {
        requireAlone(admin, tables.get(i), MEASURED.get(i));
      }
    }
  }

  private void assign(Admin admin, Set<TableName> tables, int number)
      throws IOException, InterruptedException {
    ServerName server = name(admin, number);
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (true) {
      try {
        Set<String> there = encoded(admin.getRegions(server));
        boolean all = true;
        for (TableName table : tables) {
          for (RegionInfo region : admin.getRegions(table)) {
            if (!there.contains(region.getEncodedName())) {
              all = false;
              admin.move(region.getEncodedNameAsBytes(), server);
            }
          }
        }
        if (all) {
          return;
        }
      } catch (IOException e) {
        // A region in transition cannot be moved.
        if (System.nanoTime() - deadline > 0) {
          throw e;
        }
      }
      if (System.nanoTime() - deadline > 0) {
        throw new IOException("Regions of " + tables + " cannot be moved to " + server + ".");
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
  }

  private void requireAlone(Admin admin, Set<TableName> tables, int number) throws IOException {
    for (RegionInfo region : admin.getRegions(name(admin, number))) {
      if (!tables.contains(region.getTable())) {
        throw new IOException(
            "The server of " + tables + " also serves " + region.getRegionNameAsString() + ".");
      }
    }
  }

  private static Set<String> encoded(List<RegionInfo> regions) {
    return regions.stream().map(RegionInfo::getEncodedName).collect(Collectors.toSet());
  }

  /** Returns the live server of a port; a restarted server leaves a dead one of the same port. */
  private ServerName name(Admin admin, int number) throws IOException {
    int port = cluster.regionServerPort(number);
    return admin
        .getClusterMetrics(EnumSet.of(Option.LIVE_SERVERS))
        .getLiveServerMetrics()
        .keySet()
        .stream()
        .filter(each -> each.getPort() == port)
        .findFirst()
        .orElseThrow(() -> new IOException("The RegionServer of port " + port + " is not live."));
  }

  /** Kills all processes. Their data are lost. */
  public void kill() {
    Stream.concat(
            cluster.regionServers().stream(), Stream.of(cluster.master(), cluster.zooKeeper()))
        .forEach(HBaseProcess::killHard);
  }

  @Override
  public void close() {
    cluster.close();
  }
}

package io.strata.perf.run;

import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.HBaseProcess;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.perf.common.BenchException;
import io.strata.perf.load.DataTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * ZooKeeper, a master and a RegionServer, which is restarted for each trial; the tables stay. Not
 * thread-safe.
 */
final class Server implements AutoCloseable {
  static final HBaseDistribution HBASE = HBaseDistribution.V2_6_4;

  /** For all processes. */
  static final Map<String, String> SITE =
      Map.of(
          "hbase.regionserver.region.split.policy",
          "org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy",
          // Counters are at most half a second old, instead of five seconds.
          "hbase.regionserver.metrics.period",
          "500",
          // With fewer handlers than clients, requests would wait in a queue outside the cache.
          "hbase.regionserver.handler.count",
          "100");

  private static final Duration MAX_START = Duration.ofMinutes(3);
  private static final int PAUSE_MILLIS = 20;

  private final HBaseCluster cluster;
  private final Memory memory;
  private final Path hbase;

  private Server(HBaseCluster cluster, Memory memory, Path hbase) {
    this.cluster = cluster;
    this.memory = memory;
    this.hbase = hbase;
  }

  /**
   * Starts all processes, the RegionServer with all its memory as heap, for loading.
   *
   * @param folder for data and logs; existing data are served again
   */
  static Server start(Path folder, Memory memory) throws IOException {
    return start(folder, memory, builder(folder));
  }

  /**
   * Starts all processes with the tables in an object store instead of local files, for loading.
   *
   * @param folder for all other data and logs; empty
   */
  static Server start(Path folder, Memory memory, ObjectStore store) throws IOException {
    HBaseCluster.Builder builder =
        builder(folder)
            .site(store.site())
            // A region's rows stay in memory until they are flushed to one file.
            .site("hbase.hregion.memstore.flush.size", Long.toString(1L << 30))
            .moreJars(ObjectStore.clientJars());
    return start(folder, memory, builder);
  }

  private static HBaseCluster.Builder builder(Path folder) {
    return HBaseCluster.builder(HBASE, folder.resolve("hbase")).site(SITE);
  }

  private static Server start(Path folder, Memory memory, HBaseCluster.Builder builder)
      throws IOException {
    HBaseCluster cluster =
        builder.regionServer(RegionServerSetup.stock().withHeap(memory.total() + "m")).start();
    return new Server(cluster, memory, folder.resolve("hbase"));
  }

  /** Returns the folder of the processes' logs. */
  static Path logs(Path folder) {
    return folder.resolve("hbase").resolve("logs");
  }

  /** Restarts the RegionServer with other settings. */
  void begin(RegionServerSetup setup) {
    cluster.regionServer().stopGracefully();
    cluster.startRegionServer(setup);
  }

  /** Starts the stopped RegionServer with its last settings. */
  void start() {
    cluster.startRegionServer();
  }

  HBaseProcess regionServer() {
    return cluster.regionServer();
  }

  /** Returns a new connection for clients in this process. */
  Connection connect() throws IOException {
    return ConnectionFactory.createConnection(cluster.clientConfiguration());
  }

  /**
   * Requests the first row of each region of a table until all are answered. The client's own
   * retries would wait longer each time and so delay the load after a restart.
   */
  void awaitAnswers(DataTable table) throws IOException, InterruptedException {
    org.apache.hadoop.conf.Configuration client = HBaseConfiguration.create();
    clientSite().forEach(client::set);
    client.setInt("hbase.client.retries.number", 1);
    client.setInt("hbase.client.pause", PAUSE_MILLIS);
    long deadline = System.nanoTime() + MAX_START.toNanos();
    try (Connection connection = ConnectionFactory.createConnection(client)) {
      while (true) {
        try {
          table.checkFirstRows(connection);
          return;
        } catch (IOException e) {
          if (System.nanoTime() - deadline > 0) {
            throw e;
          }
        } catch (BenchException e) {
          throw new IOException(e.getMessage(), e);
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
    }
  }

  /** Creates a table and writes its rows through the RegionServer. */
  void load(DataTable table) throws IOException {
    try (Connection connection = connect()) {
      table.load(connection);
    }
  }

  /** Creates a table, or what is missing of it. */
  void make(DataTable table) throws IOException {
    try (Connection connection = connect()) {
      table.ensure(connection, rootFolder(), bytes -> {});
    } catch (BenchException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * Reads the first rows of a table once, which inserts their blocks into the cache. The warm-up
   * that follows continues until no more blocks are inserted.
   */
  static void fill(DataTable table, Connection connection, long rows) throws IOException {
    try {
      table.scan(connection, 0, rows);
    } catch (BenchException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Returns the client configuration as lines of {@code hbase-site.xml}. */
  Map<String, String> clientSite() {
    return cluster.clientSite();
  }

  Memory memory() {
    return memory;
  }

  /** Returns {@code hbase.rootdir} in the local file system. */
  Path rootFolder() {
    return hbase.resolve("data");
  }

  /** Returns the folder of a table's files. */
  Path tableFolder(TableName table) {
    return tableFolder(rootFolder(), table);
  }

  /** Returns the folder of a table's files below {@code hbase.rootdir}. */
  static Path tableFolder(Path root, TableName table) {
    return root.resolve(HConstants.BASE_NAMESPACE_DIR)
        .resolve(table.getNamespaceAsString())
        .resolve(table.getQualifierAsString());
  }

  @Override
  public void close() {
    cluster.close();
  }
}

package io.strata.perf.run;

import io.strata.it.cluster.RegionServerSetup;
import io.strata.perf.common.BenchException;
import io.strata.perf.common.Folder;
import io.strata.perf.common.Progress;
import io.strata.perf.common.load.Operation;
import io.strata.perf.common.load.Pace;
import io.strata.perf.data.Restart;
import io.strata.perf.load.DataTable;
import io.strata.perf.load.Latencies;
import io.strata.perf.load.LatenciesBySecond;
import io.strata.perf.load.Reads;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * A RegionServer under a steady load of gets is stopped and started again: with BucketCache
 * off-heap, whose second life begins empty, and with Strata, whose memory outlives the process. The
 * load pauses while the server is down, and goes on when it answers the first get. The caches are
 * interleaved.
 *
 * @param tableMegabytes of cells, all of which are in the cache before the stop
 * @param rate gets a second of all threads together
 * @param rounds how often each cache is measured
 * @param before how long the load before the stop is measured
 * @param after how long the load of the second life is measured
 * @param osCache whether the operating system may cache the table's files; if not, it is made to
 *     drop them once a second
 */
public record RestartComparison(
    int tableMegabytes, int rate, int rounds, Duration before, Duration after, boolean osCache) {
  private static final int HEAP_MEGABYTES = 1_024;
  private static final int VALUE_BYTES = 1_000;

  /** Bytes of a cell with its key, about. */
  private static final int CELL_BYTES = 1_060;

  private static final int THREADS = 16;
  private static final int MAX_SCANS = 20;
  private static final double ALL = 0.999;
  private static final Duration MAX_START = Duration.ofMinutes(3);
  private static final int PAUSE_MILLIS = 20;

  /** Heaps of the client, the master and ZooKeeper, and what processes take beside theirs. */
  private static final int OTHER_MEGABYTES = 4_000;

  private static final long MEGABYTE = 1 << 20;

  /** The cache's size: HBase leaves up to a third of a cache unused. */
  public int cacheMegabytes() {
    return Math.max(Memory.MIN_CACHE, tableMegabytes * 3 / 2);
  }

  private Memory memory() {
    return new Memory(Math.max(HEAP_MEGABYTES, tableMegabytes), cacheMegabytes());
  }

  /** Bytes of memory that all processes take together. */
  public long memoryBytes() {
    return (memory().total() + OTHER_MEGABYTES) * MEGABYTE;
  }

  /** Bytes of disk that the table and logs take. */
  public long diskBytes() {
    return (2L * tableMegabytes + OTHER_MEGABYTES / 10) * MEGABYTE;
  }

  /**
   * Measures all rounds.
   *
   * @param folder for the servers' data and logs
   * @param kept for Strata's memory, on a file system in memory
   * @param console is told the progress
   */
  public Map<Restart.Cache, List<Restart>> run(Path folder, Path kept, PrintStream console)
      throws IOException, InterruptedException {
    Progress progress = new Progress(console);
    Map<Restart.Cache, List<Restart>> measured = new EnumMap<>(Restart.Cache.class);
    DataTable table =
        DataTable.fixed("rows", VALUE_BYTES, tableMegabytes * MEGABYTE / CELL_BYTES, 1);
    try (Server server =
        progress.phase(
            "Starting ZooKeeper, master and RegionServer", () -> Server.start(folder, memory()))) {
      progress.phase(
          "Making the table",
          () -> {
            server.make(table);
            return table;
          });
      for (int round = 1; round <= rounds; round++) {
        for (Restart.Cache cache : order(round)) {
          Path own = Files.createDirectory(kept.resolve(cache + "-" + round));
          Restart restart =
              progress.phase(
                  "Round %d, %s".formatted(round, cache.title()),
                  () -> restart(server, table, cache, own));
          measured.computeIfAbsent(cache, each -> new ArrayList<>()).add(restart);
        }
      }
    }
    return measured;
  }

  /** Each round begins with another cache. */
  private static List<Restart.Cache> order(int round) {
    return round % 2 == 1
        ? List.of(Restart.Cache.BUCKET_CACHE, Restart.Cache.STRATA)
        : List.of(Restart.Cache.STRATA, Restart.Cache.BUCKET_CACHE);
  }

  private Restart restart(Server server, DataTable table, Restart.Cache cache, Path kept)
      throws IOException, InterruptedException {
    Path folder = server.tableFolder(table.name());
    OsCache files = osCache ? OsCache.holding(folder) : OsCache.withholding(folder);
    try (files) {
      server.begin(setup(cache, kept));
      Restart.Load first = first(server, table, cache);
      long stopped = System.nanoTime();
      server.regionServer().stopGracefully();
      long started = System.nanoTime();
      server.start();
      try (ServerProbe probe = probe(server, cache)) {
        awaitAnswer(server, table);
        long answered = System.nanoTime();
        return new Restart(
            (started - stopped) / 1e9,
            (answered - started) / 1e9,
            first,
            load(server, table, probe, after, 2));
      }
    } finally {
      // The memory is free when the server that has the file open is stopped, before the next
      // begins.
      Folder.delete(kept);
    }
  }

  private RegionServerSetup setup(Restart.Cache cache, Path kept) {
    // Neither has files of its own.
    Path none = Path.of("");
    return switch (cache) {
      case BUCKET_CACHE -> configuration(cache).setup(memory(), none);
      case STRATA ->
          configuration(cache)
              .setup(memory(), none)
              .withSite("strata.offheap.path", kept.resolve("memory").toString());
    };
  }

  private static Configuration configuration(Restart.Cache cache) {
    return switch (cache) {
      case BUCKET_CACHE -> Configuration.COMBINED_OFFHEAP;
      case STRATA -> Configuration.STRATA_OFFHEAP;
    };
  }

  private static ServerProbe probe(Server server, Restart.Cache cache) throws IOException {
    return new ServerProbe(server.regionServer(), configuration(cache).hitCounters());
  }

  /** Fills the cache, warms server and client up, and measures the load before the stop. */
  private Restart.Load first(Server server, DataTable table, Restart.Cache cache)
      throws IOException, InterruptedException {
    try (ServerProbe probe = probe(server, cache)) {
      try (Connection connection = server.connect()) {
        double hits = 0;
        for (int i = 0; i < MAX_SCANS && hits < ALL; i++) {
          ServerCounters earlier = probe.read();
          Server.fill(table, connection, table.rows());
          hits = probe.read().since(earlier).hitRatio();
        }
      }
      load(server, table, probe, before, 0);
      return load(server, table, probe, before, 1);
    }
  }

  /** Loads the server by a connection that is new, as it is after a restart. */
  private Restart.Load load(
      Server server, DataTable table, ServerProbe probe, Duration time, int seed)
      throws IOException, InterruptedException {
    try (Connection connection = server.connect();
        CounterLog counters = new CounterLog(probe)) {
      Operation get = new Reads(connection, table, 0, table.rows()).get();
      LatenciesBySecond load = new LatenciesBySecond(get, THREADS, Pace.paced(rate), seed);
      load.run(Duration.ZERO, time);
      List<Double> p99 =
          load.bySecond().stream().map(Latencies::p99).map(Long::doubleValue).toList();
      return new Restart.Load(p99, counters.end());
    } catch (BenchException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * Sends one get after the other until one is answered. The client's own retries would wait longer
   * each time, and the second life would begin with a wait.
   */
  private static void awaitAnswer(Server server, DataTable table)
      throws IOException, InterruptedException {
    org.apache.hadoop.conf.Configuration client = HBaseConfiguration.create();
    server.clientSite().forEach(client::set);
    client.setInt("hbase.client.retries.number", 1);
    client.setInt("hbase.client.pause", PAUSE_MILLIS);
    long deadline = System.nanoTime() + MAX_START.toNanos();
    try (Connection connection = ConnectionFactory.createConnection(client);
        Operation.Requests get = new Reads(connection, table, 0, table.rows()).get().open()) {
      while (true) {
        try {
          get.send(0);
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
}

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
import org.apache.hadoop.hbase.client.Connection;

/**
 * Restarts a RegionServer under a steady load of gets: with BucketCache off-heap, which is empty
 * after the restart, and with Strata, whose memory outlives the process. The load pauses while the
 * server is down and continues when it answers the first get. The caches are interleaved.
 *
 * @param tableMegabytes size of the cells, all of which are in the cache before the stop
 * @param rate gets a second of all threads together
 * @param rounds number of restarts with each cache
 * @param before how long the load is measured before the stop
 * @param after how long the load is measured after the restart
 * @param osCache whether the page cache may hold the table's files; otherwise they are dropped from
 *     it once a second
 */
public record RestartComparison(
    int tableMegabytes, int rate, int rounds, Duration before, Duration after, boolean osCache) {
  private static final int HEAP_MEGABYTES = 1_024;
  private static final int VALUE_BYTES = 1_000;

  /** Approximate bytes of a cell with its key. */
  private static final int CELL_BYTES = 1_060;

  private static final int THREADS = 16;
  private static final int MAX_SCANS = 20;
  private static final double FULL = 0.999;

  /** Client, master and ZooKeeper, with the overhead of all JVMs. */
  private static final int OTHER_MEGABYTES = 4_000;

  private static final long MEGABYTE = 1 << 20;

  /** Returns the size of the cache, of which BucketCache may leave a third unused. */
  public int cacheMegabytes() {
    return Math.max(Memory.MIN_CACHE, tableMegabytes * 3 / 2);
  }

  private Memory memory() {
    return new Memory(Math.max(HEAP_MEGABYTES, tableMegabytes), cacheMegabytes());
  }

  /** Returns the memory of all processes, in bytes. */
  public long memoryBytes() {
    return (memory().total() + OTHER_MEGABYTES) * MEGABYTE;
  }

  /** Returns the disk space for the table and logs, in bytes. */
  public long diskBytes() {
    return (2L * tableMegabytes + OTHER_MEGABYTES / 10) * MEGABYTE;
  }

  /**
   * Measures all rounds.
   *
   * @param folder for the servers' data and logs
   * @param kept for Strata's memory, on tmpfs
   * @param console receives the progress
   */
  public Map<Restart.RestartedCache, List<Restart>> run(Path folder, Path kept, PrintStream console)
      throws IOException, InterruptedException {
    Progress progress = new Progress(console);
    Map<Restart.RestartedCache, List<Restart>> measured =
        new EnumMap<>(Restart.RestartedCache.class);
    DataTable table =
        DataTable.fixed("rows", VALUE_BYTES, tableMegabytes * MEGABYTE / CELL_BYTES, 1);
    try (Server server =
        progress.phase(
            "Starting ZooKeeper, master and RegionServer", () -> Server.start(folder, memory()))) {
      progress.phase(
          "Creating the table",
          () -> {
            server.make(table);
            return table;
          });
      for (int round = 1; round <= rounds; round++) {
        for (Restart.RestartedCache cache : order(round)) {
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

  /** Returns the caches in the order of a round; rounds alternate. */
  private static List<Restart.RestartedCache> order(int round) {
    return round % 2 == 1
        ? List.of(Restart.RestartedCache.BUCKET_CACHE, Restart.RestartedCache.STRATA)
        : List.of(Restart.RestartedCache.STRATA, Restart.RestartedCache.BUCKET_CACHE);
  }

  private Restart restart(Server server, DataTable table, Restart.RestartedCache cache, Path kept)
      throws IOException, InterruptedException {
    Path folder = server.tableFolder(table.name());
    OsCache files = osCache ? OsCache.holding(folder) : OsCache.withholding(folder);
    try (files) {
      server.begin(setup(cache, kept));
      Restart.Phase first = first(server, table, cache);
      long stopped = System.nanoTime();
      server.regionServer().stopGracefully();
      long started = System.nanoTime();
      server.start();
      try (ServerProbe probe = probe(server, cache)) {
        server.awaitAnswers(table);
        long answered = System.nanoTime();
        return new Restart(
            (started - stopped) / 1e9,
            (answered - started) / 1e9,
            first,
            load(server, table, probe, after, 2));
      }
    } finally {
      // The memory is freed when the server with the open file stops, before the next one starts.
      Folder.delete(kept);
    }
  }

  private RegionServerSetup setup(Restart.RestartedCache cache, Path kept) {
    // Neither configuration has files of its own.
    Path none = Path.of("");
    return switch (cache) {
      case BUCKET_CACHE -> configuration(cache).setup(memory(), none);
      case STRATA ->
          configuration(cache)
              .setup(memory(), none)
              .withSite("strata.offheap.path", kept.resolve("memory").toString());
    };
  }

  private static Configuration configuration(Restart.RestartedCache cache) {
    return switch (cache) {
      case BUCKET_CACHE -> Configuration.COMBINED_OFFHEAP;
      case STRATA -> Configuration.STRATA_OFFHEAP;
    };
  }

  private static ServerProbe probe(Server server, Restart.RestartedCache cache) throws IOException {
    return new ServerProbe(server.regionServer(), configuration(cache));
  }

  /** Fills the cache, warms up server and client, and measures the load before the stop. */
  private Restart.Phase first(Server server, DataTable table, Restart.RestartedCache cache)
      throws IOException, InterruptedException {
    try (ServerProbe probe = probe(server, cache)) {
      try (Connection connection = server.connect()) {
        double hits = 0;
        for (int i = 0; i < MAX_SCANS && hits < FULL; i++) {
          ServerCounters earlier = probe.read();
          Server.fill(table, connection, table.rows());
          hits = probe.read().since(earlier).hitRatio();
        }
      }
      load(server, table, probe, before, 0);
      return load(server, table, probe, before, 1);
    }
  }

  /** Loads the server over a new connection, as after a restart. */
  private Restart.Phase load(
      Server server, DataTable table, ServerProbe probe, Duration time, int seed)
      throws IOException, InterruptedException {
    try (Connection connection = server.connect();
        CounterLog counters = new CounterLog(probe)) {
      Operation get = new Reads(connection, table, 0, table.rows()).get();
      LatenciesBySecond load = new LatenciesBySecond(get, THREADS, Pace.paced(rate), seed);
      load.run(Duration.ZERO, time);
      List<Double> p99 =
          load.bySecond().stream().map(Latencies::p99).map(Long::doubleValue).toList();
      return new Restart.Phase(p99, counters.end());
    } catch (BenchException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}

package io.strata.perf.run;

import io.strata.it.cluster.RegionServerSetup;
import io.strata.perf.common.Progress;
import io.strata.perf.common.load.Operation;
import io.strata.perf.data.StoreRequests;
import io.strata.perf.data.StoreTrial;
import io.strata.perf.data.StoreTrial.StoreCache;
import io.strata.perf.data.StoreTrial.StorePhase;
import io.strata.perf.load.CountedLoad;
import io.strata.perf.load.DataTable;
import io.strata.perf.load.Draw;
import io.strata.perf.load.Latencies;
import io.strata.perf.load.Reads;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Reads a table in an object store through each cache, one after the other: with an empty cache,
 * again, and after a restart of the RegionServer. The table is larger than the memory and smaller
 * than the disks.
 *
 * @param tableMegabytes size of the cells
 * @param reads rows read in each phase, one by one
 * @param latencyMillis time by which the object store delays each answer
 */
public record ObjectStoreComparison(int tableMegabytes, long reads, int latencyMillis) {
  /** Exponent of Zipf's law, by which rows are drawn. */
  public static final double EXPONENT = 0.9;

  /** Number of clients, each of which waits for its answer. */
  public static final int THREADS = 16;

  private static final int HEAP_MEGABYTES = 1_024;
  private static final int VALUE_BYTES = 1_000;

  /** Approximate bytes of a cell with its key. */
  private static final int CELL_BYTES = 1_060;

  /** Size of a region, whose rows are in the memstore until its only flush. */
  private static final int REGION_MEGABYTES = 64;

  /** Hadoop's client reads from one file at a time, so a single region would be a bottleneck. */
  private static final int MIN_REGIONS = 8;

  /** Limit of direct memory beside the cache, for RPCs and the buffers of the flash tier. */
  private static final int FLASH_DIRECT_MEGABYTES = 768;

  /** Client, master, ZooKeeper and the object store, with the overhead of all JVMs. */
  private static final int OTHER_MEGABYTES = 4_500;

  private static final long MEGABYTE = 1 << 20;

  /** Returns the size of the caches in memory. */
  public int memoryMegabytes() {
    return Math.max(Memory.MIN_CACHE, tableMegabytes / 4);
  }

  /** Returns the size of the caches on disk, which hold the whole table. */
  public int diskMegabytes() {
    return 2 * tableMegabytes;
  }

  private Memory memory() {
    return new Memory(Math.max(HEAP_MEGABYTES, memoryMegabytes()), memoryMegabytes());
  }

  /** Returns the memory of all processes, in bytes. */
  public long memoryBytes() {
    return (memory().total() + OTHER_MEGABYTES) * MEGABYTE;
  }

  /** Returns the disk space for the objects, both caches on disk, and logs, in bytes. */
  public long diskBytes() {
    return (2L * tableMegabytes + 2L * diskMegabytes() + OTHER_MEGABYTES / 10) * MEGABYTE;
  }

  /**
   * Measures all caches.
   *
   * @param folder for all data and logs
   * @param console receives the progress
   */
  public Map<StoreCache, StoreTrial> run(Path folder, PrintStream console)
      throws IOException, InterruptedException {
    Progress progress = new Progress(console);
    Map<StoreCache, StoreTrial> measured = new EnumMap<>(StoreCache.class);
    DataTable table = table();
    Draw draw = Draw.zipf(table.rows(), EXPONENT);
    try (ObjectStore store = ObjectStore.start(folder, latencyMillis);
        Server server =
            progress.phase(
                "Starting ZooKeeper, master and RegionServer",
                () -> Server.start(folder, memory(), store))) {
      progress.phase(
          "Writing the table",
          () -> {
            server.load(table);
            return table;
          });
      for (StoreCache cache : StoreCache.values()) {
        Path files = Files.createDirectory(folder.resolve(cache.name()));
        server.begin(store.counted(setup(cache, files)));
        server.awaitAnswers(table);
        Reader reader = new Reader(server, store, table, draw);
        StorePhase cold = progress.phase(cache.title() + ", cold", reader::read);
        StorePhase again = progress.phase(cache.title() + ", again", reader::read);
        StoreRequests opening = progress.phase(cache.title() + ", restart", reader::restart);
        StorePhase restarted = progress.phase(cache.title() + ", after the restart", reader::read);
        measured.put(cache, new StoreTrial(cold, again, opening, restarted));
      }
    }
    return measured;
  }

  private DataTable table() {
    int regions = Math.max(MIN_REGIONS, tableMegabytes / REGION_MEGABYTES);
    return DataTable.fixed("rows", VALUE_BYTES, tableMegabytes * MEGABYTE / CELL_BYTES, regions);
  }

  private RegionServerSetup setup(StoreCache cache, Path files) {
    return switch (cache) {
      case BUCKET_CACHE -> Configuration.COMBINED_OFFHEAP.setup(memory(), files);
      case BUCKET_CACHE_FILE ->
          Configuration.COMBINED_FILE
              .setup(memory(), files)
              .withSite("hbase.bucketcache.size", Integer.toString(diskMegabytes()))
              .withSite(
                  "hbase.bucketcache.persistent.path", files.resolve("persistent").toString());
      case STRATA ->
          Configuration.STRATA_OFFHEAP
              .setup(memory(), files)
              .withSite("strata.flash.path", files.resolve("flash").toString())
              .withSite("strata.flash.size", diskMegabytes() + "m")
              // The default's buffers would be larger than a cache of this size.
              .withSite("strata.flash.region.size", "4m")
              .withDirectMemory(memoryMegabytes() + FLASH_DIRECT_MEGABYTES + "m");
    };
  }

  /** Reads through one cache. */
  private final class Reader {
    private final Server server;
    private final ObjectStore store;
    private final DataTable table;
    private final Draw draw;

    Reader(Server server, ObjectStore store, DataTable table, Draw draw) {
      this.server = server;
      this.store = store;
      this.table = table;
      this.draw = draw;
    }

    StorePhase read() throws IOException, InterruptedException {
      try (Connection connection = server.connect()) {
        StoreRequests before = store.requests();
        Operation get = new Reads(connection, table, draw).get();
        CountedLoad.CountedResult sent = CountedLoad.run(get, reads, THREADS);
        Latencies latencies = sent.latencies();
        return new StorePhase(
            reads,
            sent.nanos() / 1e9,
            latencies.p50(),
            latencies.p99(),
            latencies.p999(),
            store.requests().since(before));
      }
    }

    /** Returns the requests of the new process until it answers for all regions. */
    StoreRequests restart() throws IOException, InterruptedException {
      server.regionServer().stopGracefully();
      StoreRequests before = store.requests();
      server.start();
      server.awaitAnswers(table);
      return store.requests().since(before);
    }
  }
}

package io.strata.perf.demo;

import io.strata.it.cluster.RegionServerSetup;
import io.strata.perf.load.DataTable;
import io.strata.perf.run.Configuration;
import io.strata.perf.run.PairedServers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * A cluster with two RegionServers of equal memory and equal tables, one with BucketCache off-heap
 * and one with Strata in memory that outlives the process. Not thread-safe.
 */
final class DemoServers implements AutoCloseable {
  private final PairedServers servers;
  private final DemoServer bucketCache;
  private final DemoServer strata;
  private boolean strataBegins;

  /** What one server does. */
  @FunctionalInterface
  interface Step {
    void on(DemoServer server) throws IOException, InterruptedException;
  }

  private DemoServers(PairedServers servers) throws IOException {
    this.servers = servers;
    bucketCache = server(Cache.BUCKET_CACHE, PairedServers.MEASURED.get(0));
    strata = server(Cache.STRATA, PairedServers.MEASURED.get(1));
  }

  private DemoServer server(Cache cache, int number) throws IOException {
    return new DemoServer(cache, servers.process(number), servers.connect());
  }

  /**
   * Starts all processes.
   *
   * @param folder for data and logs
   * @param kept for Strata's memory, on a file system in memory
   */
  static DemoServers start(Path folder, Path kept) throws IOException {
    PairedServers servers =
        PairedServers.start(
            folder,
            setup(Configuration.COMBINED_OFFHEAP),
            setup(Configuration.STRATA_OFFHEAP)
                .withSite("strata.offheap.path", kept.resolve("memory").toString()));
    try {
      return new DemoServers(servers);
    } catch (IOException e) {
      servers.kill();
      servers.close();
      throw e;
    }
  }

  private static RegionServerSetup setup(Configuration configuration) {
    // Neither has files of its own.
    return configuration.setup(DemoTables.MEMORY, Path.of(""));
  }

  /** Makes the tables of all stories on both servers. */
  void makeTables() throws IOException, InterruptedException {
    each(
        server -> {
          for (DataTable table : DemoTables.ALL) {
            servers.make(server.own(table));
          }
        });
    place();
  }

  /** Makes a further, empty table on both servers. */
  void create(String name, ColumnFamilyDescriptor family) throws IOException, InterruptedException {
    each(
        server -> {
          try (Admin admin = server.connection().getAdmin()) {
            admin.createTable(
                TableDescriptorBuilder.newBuilder(server.own(name))
                    .setColumnFamily(family)
                    .setCompactionEnabled(false)
                    .build());
          }
        });
    place();
  }

  /** Has each server do a step, one after the other; they take turns to begin. */
  void each(Step step) throws IOException, InterruptedException {
    step.on(strataBegins ? strata : bucketCache);
    step.on(strataBegins ? bucketCache : strata);
    strataBegins = !strataBegins;
  }

  /** Stops both servers gracefully and starts them again; each has its tables again afterwards. */
  void restart() throws IOException, InterruptedException {
    servers.restart();
    place();
  }

  private void place() throws IOException, InterruptedException {
    servers.place(List.of(bucketCache.tables(), strata.tables()));
  }

  /** Returns the addresses of the pages that show the servers' caches. */
  String pages() {
    return "Pages: Strata's %s, BucketCache's %s".formatted(strata.page(), bucketCache.page());
  }

  @Override
  public void close() throws IOException {
    bucketCache.connection().close();
    strata.connection().close();
    servers.kill();
    servers.close();
  }
}

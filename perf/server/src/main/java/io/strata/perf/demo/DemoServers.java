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
 * and one with Strata, whose memory outlives the process. Not thread-safe.
 */
final class DemoServers implements AutoCloseable {
  private final PairedServers servers;
  private final DemoServer bucketCache;
  private final DemoServer strata;
  private boolean strataFirst;

  /** An action on one server. */
  @FunctionalInterface
  interface Step {
    void on(DemoServer server) throws IOException, InterruptedException;
  }

  private DemoServers(PairedServers servers) throws IOException {
    this.servers = servers;
    bucketCache = server(DemoCache.BUCKET_CACHE, PairedServers.MEASURED.get(0));
    strata = server(DemoCache.STRATA, PairedServers.MEASURED.get(1));
  }

  private DemoServer server(DemoCache cache, int number) throws IOException {
    return new DemoServer(cache, servers.process(number), servers.connect());
  }

  /**
   * Starts all processes.
   *
   * @param folder for data and logs
   * @param kept for Strata's memory, on tmpfs
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
    // Neither configuration has files of its own.
    return configuration.setup(DemoTables.MEMORY, Path.of(""));
  }

  /** Creates the tables of all stories on both servers. */
  void makeTables() throws IOException, InterruptedException {
    each(
        server -> {
          for (DataTable table : DemoTables.ALL) {
            servers.make(server.own(table));
          }
        });
    assign();
  }

  /** Creates another, empty table on both servers. */
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
    assign();
  }

  /** Runs a step on one server, then on the other; the order alternates from call to call. */
  void each(Step step) throws IOException, InterruptedException {
    step.on(strataFirst ? strata : bucketCache);
    step.on(strataFirst ? bucketCache : strata);
    strataFirst = !strataFirst;
  }

  /** Restarts both servers gracefully and moves each server's tables back to it. */
  void restart() throws IOException, InterruptedException {
    servers.restart();
    assign();
  }

  private void assign() throws IOException, InterruptedException {
    servers.assign(List.of(bucketCache.tables(), strata.tables()));
  }

  /** Returns the URLs of the pages about the servers' caches. */
  String pages() {
    return "Web pages: Strata %s, BucketCache %s".formatted(strata.page(), bucketCache.page());
  }

  @Override
  public void close() throws IOException {
    bucketCache.connection().close();
    strata.connection().close();
    servers.kill();
    servers.close();
  }
}

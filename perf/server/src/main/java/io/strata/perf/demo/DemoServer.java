package io.strata.perf.demo;

import io.strata.it.cluster.HBaseProcess;
import io.strata.it.cluster.ProcessMetrics;
import io.strata.perf.common.BenchException;
import io.strata.perf.load.CacheReads;
import io.strata.perf.load.DataTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/** One of the two RegionServers and its tables. Not thread-safe. */
final class DemoServer {
  private static final int THREADS = 4;

  /** Longer than the server's metrics may be out of date. */
  private static final int SETTLE_MILLIS = 1_500;

  private final DemoCache cache;
  private final HBaseProcess process;
  private final Connection connection;
  private final Set<TableName> tables = new HashSet<>();

  DemoServer(DemoCache cache, HBaseProcess process, Connection connection) {
    this.cache = cache;
    this.process = process;
    this.connection = connection;
  }

  DemoCache cache() {
    return cache;
  }

  Connection connection() {
    return connection;
  }

  /** Returns the name of this server's table of that kind. */
  TableName own(String kind) {
    TableName own = TableName.valueOf(cache.title().toLowerCase(Locale.ROOT) + "_" + kind);
    tables.add(own);
    return own;
  }

  /** Returns this server's table with those contents. */
  DataTable own(DataTable table) {
    return table.named(own(table.name().getNameAsString()).getNameAsString());
  }

  /** Returns the names of all this server's tables that were asked for so far. */
  Set<TableName> tables() {
    return Set.copyOf(tables);
  }

  /**
   * Reads one row of each of the given blocks of a table.
   *
   * @param blocks the blocks' numbers
   * @param insert whether blocks read from files are inserted into the cache
   * @return the number of hits
   */
  long hits(DataTable table, int[] blocks, boolean insert) throws InterruptedException {
    long[] rows = Arrays.stream(blocks).mapToLong(i -> (long) i * table.rowsPerBlock()).toArray();
    return new CacheReads(connection, own(table)).hits(rows, insert, THREADS);
  }

  /** Scans rows {@code from} to {@code to - 1} of a table. */
  void scan(DataTable table, long from, long to) throws IOException {
    try {
      own(table).scan(connection, from, to);
    } catch (BenchException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Evicts the blocks of all the stories' tables. */
  void clear() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (DataTable table : DemoTables.ALL) {
        admin.clearBlockCache(own(table).name());
      }
    }
  }

  /** Returns the number of blocks whose insertion into the cache failed since the start. */
  long dropped() throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
    try (ProcessMetrics metrics = ProcessMetrics.of(process)) {
      return metrics.regionServer("blockCacheFailedInsertionCount");
    }
  }

  /** Returns the URL of the server's page about its cache. */
  String page() {
    String path = cache == DemoCache.STRATA ? "/strata" : "/rs-status";
    return "http://127.0.0.1:" + process.uiPort() + path;
  }
}

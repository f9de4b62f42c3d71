package io.strata.perf.ycsb;

import io.strata.perf.common.BenchException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;

/**
 * Flushes a table and compacts all its files to one.
 *
 * @param table of one region
 */
record Compaction(TableName table) {
  private static final long POLL_MILLIS = 200;
  private static final Duration LIMIT = Duration.ofHours(1);

  /** Compacts, and returns when done. */
  void run(Admin admin) throws BenchException, IOException, InterruptedException {
    byte[] name = admin.getRegions(table).get(0).getRegionName();
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (System.nanoTime() < deadline) {
      // Flushing the whole table may hang while the server itself flushes.
      admin.flushRegion(name);
      RegionMetrics region = onlyRegion(admin);
      boolean flushed = region.getMemStoreSize().getLongValue() == 0;
      if (flushed && admin.getCompactionState(table) == CompactionState.NONE) {
        if (region.getStoreFileCount() == 1) {
          return;
        }
        // Requested repeatedly: a request is lost while a minor compaction has some files.
        admin.majorCompact(table);
      }
      Thread.sleep(POLL_MILLIS);
    }
    throw new BenchException("The major compaction took over " + LIMIT.toMinutes() + " minutes.");
  }

  private RegionMetrics onlyRegion(Admin admin) throws BenchException, IOException {
    List<RegionMetrics> regions = new ArrayList<>();
    for (ServerName server : admin.getRegionServers()) {
      regions.addAll(admin.getRegionMetrics(server, table));
    }
    if (regions.size() != 1) {
      throw new BenchException("The table has " + regions.size() + " regions, 1 was created.");
    }
    return regions.get(0);
  }
}

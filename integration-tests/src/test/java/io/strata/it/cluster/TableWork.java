package io.strata.it.cluster;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.NoServerForRegionException;
import org.apache.hadoop.hbase.client.RegionInfo;

/** Flushes and compacts a table, and waits for the end. */
public final class TableWork {
  private TableWork() {}

  /**
   * Flushes region by region: in HBase 2.6.4 flushing a whole table may hang while the server
   * itself flushes it.
   */
  public static void flush(Admin admin, TableName table) throws IOException {
    flush(admin, admin.getRegions(table));
  }

  /** Flushes regions. One that is closed, such as by a split, has been flushed by that. */
  static void flush(Admin admin, List<RegionInfo> regions) throws IOException {
    for (RegionInfo region : regions) {
      try {
        admin.flushRegion(region.getRegionName());
      } catch (NotServingRegionException | NoServerForRegionException e) {
        // Closing it, as a split does, has flushed it.
      }
    }
  }

  /**
   * Flushes a table that nobody writes until all its rows are in files. HBase drops a request
   * silently while the server itself flushes the region, which leaves what was written meanwhile.
   */
  public static void flushCompletely(Admin admin, TableName table) throws Exception {
    Await.until(
        table + " is flushed but for less than a megabyte",
        () -> {
          flush(admin, table);
          return bytesInMemory(admin, table) == 0;
        });
    // No flush of the server is under way.
    flush(admin, table);
  }

  /** Returns the bytes of the table that are in no file, counted in whole megabytes. */
  private static double bytesInMemory(Admin admin, TableName table) throws IOException {
    double bytes = 0;
    for (ServerName server : admin.getRegionServers()) {
      for (RegionMetrics region : admin.getRegionMetrics(server, table)) {
        bytes += region.getMemStoreSize().get(Size.Unit.BYTE);
      }
    }
    return bytes;
  }

  /**
   * Major-compacts until there are at most that many files. Repeats the request, since HBase drops
   * it silently while a minor compaction has some of the files.
   */
  public static void compactInto(Admin admin, TableName table, int files) throws Exception {
    admin.majorCompact(table);
    Await.until(
        files + " files are left of " + table,
        () -> {
          int now = storeFiles(admin, table);
          if (now > 0 && now <= files) {
            return true;
          }
          if (admin.getCompactionState(table) == CompactionState.NONE) {
            admin.majorCompact(table);
          }
          return false;
        });
  }

  /** Returns the number of the table's files according to the server's last report. */
  public static int storeFiles(Admin admin, TableName table) throws IOException {
    return admin
        .getClusterMetrics(EnumSet.of(Option.LIVE_SERVERS))
        .getLiveServerMetrics()
        .values()
        .stream()
        .flatMap(server -> server.getRegionMetrics().values().stream())
        .filter(region -> region.getNameAsString().startsWith(table.getNameAsString() + ","))
        .mapToInt(region -> region.getStoreFileCount())
        .sum();
  }
}

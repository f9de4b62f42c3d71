package io.strata.perf.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** PerformanceEvaluation's table: one region and, once compacted, one file. */
final class TestTable {
  private static final TableName NAME = TableName.valueOf("TestTable");
  private static final int ROWS_PER_RPC = 1000;
  private static final long POLL_MILLIS = 500;
  private static final Duration COMPACTION_LIMIT = Duration.ofHours(1);

  private final long rows;
  private final int threads;

  /**
   * @param rows rounded down to a multiple of {@code threads}
   * @param threads that fill it
   */
  TestTable(long rows, int threads) {
    this.rows = rows / threads * threads;
    this.threads = threads;
  }

  long rows() {
    return rows;
  }

  /** Makes the table and fills it. */
  void load(PerformanceEvaluationRunner evaluation)
      throws CompareException, IOException, InterruptedException {
    evaluation.run(
        List.of(
            "--nomapred",
            "--rows=" + rows / threads,
            "--valueSize=" + Scale.VALUE_BYTES,
            "--writeToWAL=false",
            "--autoFlush=false",
            "sequentialWrite",
            Integer.toString(threads)));
  }

  /**
   * Writes what is in memory to disk and merges all files to one. Returns when that is done.
   *
   * @return the size of that file, in bytes
   */
  long compact(Connection connection) throws CompareException, IOException, InterruptedException {
    try (Admin admin = connection.getAdmin()) {
      byte[] name = admin.getRegions(NAME).get(0).getRegionName();
      long deadline = System.nanoTime() + COMPACTION_LIMIT.toNanos();
      while (System.nanoTime() < deadline) {
        RegionMetrics region = onlyRegion(admin);
        if (region.getMemStoreSize().getLongValue() > 0) {
          // Flushing the table instead may wait for ever while the server flushes on its own.
          admin.flushRegion(name);
        } else if (admin.getCompactionState(NAME) == CompactionState.NONE) {
          if (region.getStoreFileCount() == 1) {
            return (long) region.getStoreFileSize().get(Size.Unit.BYTE);
          }
          // Asked again and again: the request is lost while a minor compaction has some files.
          admin.majorCompact(NAME);
        }
        Thread.sleep(POLL_MILLIS);
      }
    }
    throw new CompareException(
        "The major compaction took over " + COMPACTION_LIMIT.toMinutes() + " minutes.");
  }

  private static RegionMetrics onlyRegion(Admin admin) throws CompareException, IOException {
    List<RegionMetrics> regions = new ArrayList<>();
    for (ServerName server : admin.getRegionServers()) {
      regions.addAll(admin.getRegionMetrics(server, NAME));
    }
    if (regions.size() != 1) {
      throw new CompareException(
          "The table has " + regions.size() + " regions where one was made.");
    }
    return regions.get(0);
  }

  /**
   * Reads the whole table once, which brings its blocks into the cache.
   *
   * @throws CompareException if a row is missing or a value is not as long as it was written
   */
  void scan(Connection connection) throws CompareException, IOException {
    long seen = 0;
    try (Table table = connection.getTable(NAME);
        ResultScanner results = table.getScanner(new Scan().setCaching(ROWS_PER_RPC))) {
      for (Result row : results) {
        if (row.rawCells().length != 1 || row.rawCells()[0].getValueLength() != Scale.VALUE_BYTES) {
          throw new CompareException("A scan gave back a damaged row: " + row + ".");
        }
        seen++;
      }
    }
    if (seen != rows) {
      throw new CompareException(
          "A scan gave back " + seen + " rows where " + rows + " were written.");
    }
  }
}

package io.strata.perf.load;

import io.strata.perf.common.ParallelRun;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Reads single rows and counts cache hits: the server reports how many bytes it read from files for
 * each answer, and a hit has 0. Every answer is checked. Thread-safe.
 */
public final class CacheReads {
  private final Connection connection;
  private final DataTable data;

  /** Prepares reads of a table that exists. */
  public CacheReads(Connection connection, DataTable data) {
    this.connection = connection;
    this.data = data;
  }

  /**
   * Reads rows in approximately the given order.
   *
   * @param rows the rows' numbers
   * @param insert whether the server inserts blocks that it reads from files into its cache
   * @param threads number of threads
   * @return the number of hits
   * @throws IllegalStateException if an answer is missing or wrong
   */
  public long hits(long[] rows, boolean insert, int threads) throws InterruptedException {
    AtomicInteger next = new AtomicInteger();
    return ParallelRun.run(
            threads,
            Long.MAX_VALUE,
            (thread, over) -> {
              long hits = 0;
              try (Table table = connection.getTable(data.name())) {
                for (int i = next.getAndIncrement(); i < rows.length; i = next.getAndIncrement()) {
                  hits += isHit(table, rows[i], insert) ? 1 : 0;
                }
              }
              return hits;
            })
        .done();
  }

  private boolean isHit(Table table, long row, boolean insert) throws Exception {
    byte[] key = data.key(row);
    // A scan, since a get has no metrics.
    Scan scan =
        new Scan()
            .withStartRow(key)
            .withStopRow(key, true)
            .addFamily(DataTable.FAMILY)
            .setOneRowLimit()
            .setCacheBlocks(insert)
            .setReadType(Scan.ReadType.PREAD)
            .setScanMetricsEnabled(true);
    try (ResultScanner results = table.getScanner(scan)) {
      Result result = results.next();
      if (result == null) {
        throw data.missing(row);
      }
      data.check(row, result, false);
      return results.getScanMetrics().bytesReadFromFs.get() == 0;
    }
  }
}

package io.strata.perf.load;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.load.Operation;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** Scans that return all their rows. */
final class RowScans implements Operation.Requests {
  private final Reads reads;
  private final int rows;
  private final Table table;

  RowScans(Reads reads, int rows) throws IOException {
    this.reads = reads;
    this.rows = rows;
    this.table = reads.table();
  }

  @Override
  public int send(long number) throws BenchException, IOException {
    return send(reads, table, number, rows);
  }

  /** Scans that many rows. */
  static int send(Reads reads, Table table, long number, int rows)
      throws BenchException, IOException {
    long from = reads.row(number, 0, rows);
    boolean whole = Reads.isCheckedWhole(number);
    Scan scan =
        new Scan()
            .withStartRow(reads.data().key(from))
            .addFamily(DataTable.FAMILY)
            .setCaching(rows)
            .setLimit(rows);
    long row = from;
    try (ResultScanner results = table.getScanner(scan)) {
      for (Result result : results) {
        reads.data().check(row, result, whole);
        row++;
      }
    }
    if (row != from + rows) {
      throw reads.data().missing(row);
    }
    return rows;
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}

package io.strata.perf.load;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.load.Operation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;

/** Gets and multi-gets. */
final class PointReads implements Operation.Requests {
  private final Reads reads;
  private final int rows;
  private final Table table;

  PointReads(Reads reads, int rows) throws IOException {
    this.reads = reads;
    this.rows = rows;
    this.table = reads.table();
  }

  @Override
  public int send(long number) throws BenchException, IOException {
    boolean whole = Reads.isCheckedWhole(number);
    if (rows == 1) {
      long row = reads.row(number, 0, 1);
      reads.data().check(row, table.get(get(row)), whole);
      return 1;
    }
    List<Get> gets = new ArrayList<>(rows);
    for (int i = 0; i < rows; i++) {
      gets.add(get(reads.row(number, i, 1)));
    }
    Result[] results = table.get(gets);
    for (int i = 0; i < rows; i++) {
      reads.data().check(reads.row(number, i, 1), results[i], whole);
    }
    return rows;
  }

  private Get get(long row) {
    return new Get(reads.data().key(row)).addFamily(DataTable.FAMILY);
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}

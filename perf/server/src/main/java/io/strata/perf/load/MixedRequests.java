package io.strata.perf.load;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.load.Operation;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;

/**
 * Reads, updates, scans and read-modify-writes of one table. An update writes the values that the
 * row has, so that every answer can be checked.
 */
final class MixedRequests implements Operation.Requests {
  /** Indices of random numbers, beside those of rows. */
  private static final int KIND = 1_000;

  private static final int LENGTH = 1_001;

  private final Reads reads;
  private final RequestMix mix;
  private final Table table;

  MixedRequests(Reads reads, RequestMix mix) throws IOException {
    this.reads = reads;
    this.mix = mix;
    this.table = reads.table();
  }

  @Override
  public int send(long number) throws BenchException, IOException {
    double kind = Mix.share(number, KIND);
    if (kind < mix.scans()) {
      int rows = 1 + (int) (Mix.share(number, LENGTH) * RequestMix.MAX_SCANNED_ROWS);
      return RowScans.send(reads, table, number, rows);
    }
    long row = reads.row(number, 0, 1);
    if (kind < mix.scans() + mix.updates()) {
      table.put(reads.data().update(row));
      return 1;
    }
    Get get = new Get(reads.data().key(row)).addFamily(DataTable.FAMILY);
    reads.data().check(row, table.get(get), Reads.isCheckedWhole(number));
    if (kind < mix.scans() + mix.updates() + mix.reads()) {
      return 1;
    }
    table.put(reads.data().update(row));
    return 2;
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}

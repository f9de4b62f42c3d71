package io.strata.perf.load;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.load.Operation;
import java.io.IOException;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.ValueFilter;

/**
 * Scans that the server filters by the first byte of the value, which is the last digit of the
 * row's number.
 *
 * <p>The filter is {@link ValueFilter}. PerformanceEvaluation's {@code FilterAllFilter} is in
 * HBase's test jar, which servers do not have. {@code RandomRowFilter} decides by the key alone: it
 * never reads a value, and its answers could not be checked. The comparator reads the bytes in
 * place, on-heap or off-heap; most others copy the value first.
 */
final class RangeScans implements Operation.Requests {
  /** A byte with which no value begins. */
  static final byte NO_DIGIT = 10;

  /** A byte with which every tenth value begins. */
  static final byte SOME_DIGIT = 7;

  private static final int DIGITS = 10;

  /** More than a scan returns, so that only bytes bound the size of an answer. */
  private static final int ROWS_PER_RPC = 2000;

  private final Reads reads;
  private final byte digit;
  private final Table table;

  RangeScans(Reads reads, byte digit) throws IOException {
    this.reads = reads;
    this.digit = digit;
    this.table = reads.table();
  }

  @Override
  public int send(long number) throws BenchException, IOException {
    long from = reads.row(number, 0, Reads.SCANNED_ROWS);
    long to = from + Reads.SCANNED_ROWS;
    boolean whole = Reads.isCheckedWhole(number);
    long expected = digit < DIGITS ? from + Math.floorMod(digit - from, DIGITS) : to;
    try (ResultScanner results = table.getScanner(scan(from, to))) {
      for (Result result : results) {
        if (expected >= to) {
          throw new BenchException("A scan returned an extra row: " + result + ".");
        }
        reads.data().check(expected, result, whole);
        expected += DIGITS;
      }
      if (expected < to) {
        throw reads.data().missing(expected);
      }
      checkScanned(from, results.getScanMetrics().countOfRowsScanned.get());
    }
    return Reads.SCANNED_ROWS;
  }

  private Scan scan(long from, long to) {
    return new Scan()
        .withStartRow(reads.data().key(from))
        .withStopRow(reads.data().key(to))
        .addFamily(DataTable.FAMILY)
        .setCaching(ROWS_PER_RPC)
        .setScanMetricsEnabled(true)
        .setFilter(
            new ValueFilter(CompareOperator.EQUAL, new BinaryPrefixComparator(new byte[] {digit})));
  }

  private void checkScanned(long from, long scanned) throws BenchException {
    if (scanned != Reads.SCANNED_ROWS) {
      throw new BenchException(
          String.format(
              "The server read %d rows instead of %d of %s from row %s on.",
              scanned, Reads.SCANNED_ROWS, reads.data().name(), reads.data().text(from)));
    }
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}

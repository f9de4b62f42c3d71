package io.strata.perf.load;

import io.strata.perf.common.load.Operation;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;

/**
 * The reads of comparisons, of which HBASE-11425 published multi-gets and filtered scans: each of
 * rows taken at random, all equally likely unless a {@link Draw} says otherwise, from a range of a
 * table. Every answer is checked: which rows it has, how long their values are and how they begin,
 * and one answer in 64 to its last byte.
 *
 * <p>The threads of a load share the connection, as threads of a program do.
 */
public final class Reads {
  /** Rows of a scan. */
  public static final int SCANNED_ROWS = 10_000;

  private static final int WHOLE_EVERY = 64;

  private final Connection connection;
  private final DataTable data;
  private final long from;
  private final long to;
  private final Draw draw;

  /** Of rows {@code from} to {@code to - 1} of a table that is there, all equally likely. */
  public Reads(Connection connection, DataTable data, long from, long to) {
    this(connection, data, from, to, Draw.uniform());
  }

  /** Of rows of a table that is there, as they are drawn. */
  public Reads(Connection connection, DataTable data, Draw draw) {
    this(connection, data, 0, data.rows(), draw);
  }

  private Reads(Connection connection, DataTable data, long from, long to, Draw draw) {
    if (from < 0 || from >= to || to > data.rows()) {
      throw new IllegalArgumentException(
          "Rows " + from + " to " + to + " are not in a table of " + data.rows() + ".");
    }
    this.connection = connection;
    this.data = data;
    this.from = from;
    this.to = to;
    this.draw = draw;
  }

  /** Gets of one row. */
  public Operation get() {
    return () -> new PointReads(this, 1);
  }

  /** Gets of so many rows at a time, which are drawn one by one: a row may be drawn twice. */
  public Operation multiGet(int rows) {
    return () -> new PointReads(this, rows);
  }

  /** Scans of {@value #SCANNED_ROWS} rows that the server looks at and drops. */
  public Operation scanReturningNone() {
    return scan(RangeScans.NO_DIGIT);
  }

  /** Scans of {@value #SCANNED_ROWS} rows of which the server returns every tenth. */
  public Operation scanReturningTenth() {
    return scan(RangeScans.SOME_DIGIT);
  }

  private Operation scan(byte digit) {
    requireRows(SCANNED_ROWS);
    return () -> new RangeScans(this, digit);
  }

  /** Scans of so many rows one after the other, all of which the server returns. */
  public Operation scan(int rows) {
    requireRows(rows);
    return () -> new RowScans(this, rows);
  }

  private void requireRows(int rows) {
    if (to - from < rows) {
      throw new IllegalArgumentException(
          "A scan takes " + rows + " rows, and there are " + (to - from) + ".");
    }
  }

  Table table() throws IOException {
    return connection.getTable(data.name());
  }

  DataTable data() {
    return data;
  }

  /** A row of which {@code length} rows follow in the range, itself included. */
  long row(long number, int place, int length) {
    return from + draw.row(number, place, to - from - length + 1);
  }

  /** Whether an answer is checked to its last byte. */
  static boolean isCheckedWhole(long number) {
    return number % WHOLE_EVERY == 0;
  }
}

package io.strata.perf.load;

import io.strata.perf.common.load.Operation;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;

/**
 * The requests of comparisons. Each takes random rows from a range of a table, uniformly unless a
 * {@link Draw} is given. Every answer is checked: its rows, and the lengths and first bytes of
 * their values; one answer in 64 to its last byte.
 *
 * <p>All threads share the connection, as is usual in applications.
 */
public final class Reads {
  private static final int WHOLE_EVERY = 64;

  private final Connection connection;
  private final DataTable data;
  private final long from;
  private final long to;
  private final Draw draw;

  /** Reads rows {@code from} to {@code to - 1} of an existing table, uniformly distributed. */
  public Reads(Connection connection, DataTable data, long from, long to) {
    this(connection, data, from, to, Draw.uniform());
  }

  /** Reads rows of an existing table, distributed by {@code draw}. */
  public Reads(Connection connection, DataTable data, Draw draw) {
    this(connection, data, 0, data.rows(), draw);
  }

  private Reads(Connection connection, DataTable data, long from, long to, Draw draw) {
    if (from < 0 || from >= to || to > data.rows()) {
      throw new IllegalArgumentException(
          "Rows " + from + " to " + to + " are not in a table of " + data.rows() + " rows.");
    }
    this.connection = connection;
    this.data = data;
    this.from = from;
    this.to = to;
    this.draw = draw;
  }

  /** Returns gets of one row. */
  public Operation get() {
    return () -> new PointReads(this, 1);
  }

  /** Returns multi-gets; rows are drawn one by one, so that a row may occur twice. */
  public Operation multiGet(int rows) {
    return () -> new PointReads(this, rows);
  }

  /** Returns scans of consecutive rows, all of which the server returns. */
  public Operation scan(int rows) {
    requireRows(rows);
    return () -> new RowScans(this, rows);
  }

  /** Returns reads, updates, scans and read-modify-writes in the given shares. */
  public Operation mixed(RequestMix mix) {
    requireRows(RequestMix.MAX_SCANNED_ROWS);
    return () -> new MixedRequests(this, mix);
  }

  private void requireRows(int rows) {
    if (to - from < rows) {
      throw new IllegalArgumentException(
          "A scan of " + rows + " rows does not fit into a range of " + (to - from) + ".");
    }
  }

  Table table() throws IOException {
    return connection.getTable(data.name());
  }

  DataTable data() {
    return data;
  }

  /** Returns a row from which at least {@code length} rows, itself included, are in the range. */
  long row(long number, int index, int length) {
    return from + draw.row(number, index, to - from - length + 1);
  }

  /** Returns whether an answer is checked to its last byte. */
  static boolean isCheckedWhole(long number) {
    return number % WHOLE_EVERY == 0;
  }
}

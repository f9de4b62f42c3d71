package io.strata.it.correctness;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Writes rows, reads them in every way, and compares each answer with the model. A row is written
 * to all families at once, so all must show the same version. Not thread-safe: each thread has its
 * own over the same {@link Versions}.
 */
final class CheckedTable {
  private static final byte[] QUALIFIER = {'q'};

  private final Table table;
  private final Versions versions;

  CheckedTable(Table table, Versions versions) {
    this.table = table;
    this.versions = versions;
  }

  static byte[] key(int row) {
    return String.format("row%06d", row).getBytes(UTF_8);
  }

  static int row(byte[] key) {
    return Integer.parseInt(new String(key, UTF_8).substring(3));
  }

  /** Writes the next version of the rows; some versions are deletions. */
  void write(int... rows) throws IOException, InterruptedException {
    List<Row> batch = new ArrayList<>();
    int[] written = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      written[i] = versions.next(rows[i]);
      batch.add(mutation(rows[i], written[i]));
    }
    table.batch(batch, new Object[rows.length]);
    for (int i = 0; i < rows.length; i++) {
      versions.acknowledge(rows[i], written[i]);
    }
  }

  private static Row mutation(int row, int version) {
    if (Content.isAbsent(version)) {
      return new Delete(key(row), version);
    }
    Put put = new Put(key(row), version);
    for (Family family : Family.values()) {
      put.addColumn(family.bytes(), QUALIFIER, Content.value(row, family, version));
    }
    return put;
  }

  void checkGet(int row) throws IOException {
    int atLeast = versions.acknowledged(row);
    Result result = table.get(new Get(key(row)));
    check("get", row, result, atLeast);
  }

  void checkMultiGet(int... rows) throws IOException {
    int[] atLeast = Arrays.stream(rows).map(versions::acknowledged).toArray();
    Result[] results = table.get(Arrays.stream(rows).mapToObj(row -> new Get(key(row))).toList());
    for (int i = 0; i < rows.length; i++) {
      check("multi-get", rows[i], results[i], atLeast[i]);
    }
  }

  /** Scans rows {@code from} to {@code to - 1} in either direction. */
  void checkScan(int from, int to, boolean reversed) throws IOException {
    scan(
        from, to, reversed, (read, row, result, atLeast) -> check(read, row, result, atLeast[row]));
  }

  /**
   * Scans rows whose regions may be reopened meanwhile. With any cache, HBase then may return a row
   * in an old state, in parts, or not at all, if it is written during the scan; and in an old state
   * if it had been deleted, as all rows between it and the next region ({@code ScanPromisesIT}).
   * Such a row is read again by a get, which must be right.
   *
   * @param rowsToARegion number of rows of each region
   */
  void checkScanOverReopenings(int from, int to, int rowsToARegion) throws IOException {
    scan(
        from,
        to,
        false,
        (read, row, result, atLeast) -> {
          try {
            check(read, row, result, atLeast[row]);
          } catch (UntimelyAnswer e) {
            int nextRegion = (row / rowsToARegion + 1) * rowsToARegion;
            boolean mayBeOld = nextRegion < to && isAbsent(row, nextRegion, atLeast);
            if (!mayBeOld && !isWritten(row, atLeast)) {
              throw e;
            }
            checkGet(row);
          }
        });
  }

  /** Returns whether a scan may have found none of the rows {@code from} to {@code to - 1}. */
  private boolean isAbsent(int from, int to, int[] atLeast) {
    return IntStream.range(from, to)
        .allMatch(row -> Content.isAbsent(atLeast[row]) || isWritten(row, atLeast));
  }

  private boolean isWritten(int row, int[] since) {
    return versions.sent(row) > since[row];
  }

  private void scan(int from, int to, boolean reversed, ResultCheck check) throws IOException {
    Scan scan =
        reversed
            ? new Scan().setReversed(true).withStartRow(key(to), false).withStopRow(key(from), true)
            : new Scan().withStartRow(key(from)).withStopRow(key(to));
    int[] atLeast = versions.allAcknowledged();
    int step = reversed ? -1 : 1;
    int expected = reversed ? to - 1 : from;
    int end = reversed ? from - 1 : to;
    String read = reversed ? "reverse scan" : "scan";
    try (ResultScanner results = table.getScanner(scan)) {
      for (Result result : results) {
        int found = row(result.getRow());
        for (; expected != found; expected += step) {
          if (expected == end) {
            throw new AssertionError(read + " shows row " + found + " twice or out of order");
          }
          check.row(read, expected, Result.EMPTY_RESULT, atLeast);
        }
        check.row(read, found, result, atLeast);
        expected += step;
      }
    }
    for (; expected != end; expected += step) {
      check.row(read, expected, Result.EMPTY_RESULT, atLeast);
    }
  }

  /** Reads all rows by scans and some by gets. */
  void checkAll(Random random) throws IOException {
    int rows = versions.rows();
    checkScan(0, rows, false);
    checkScan(0, rows, true);
    for (int i = 0; i < 300; i++) {
      checkGet(random.nextInt(rows));
    }
    for (int i = 0; i < 20; i++) {
      checkMultiGet(random.ints(50, 0, rows).toArray());
    }
  }

  private void check(String read, int row, Result result, int atLeast) {
    int atMost = versions.sent(row);
    if (result.isEmpty()) {
      for (int version = atLeast; version <= atMost; version++) {
        if (Content.isAbsent(version)) {
          return;
        }
      }
      throw new UntimelyAnswer(
          read + " misses row " + row + ", which has version " + atLeast + " to " + atMost);
    }
    for (Family family : Family.values()) {
      checkCell(read, row, family, result, atLeast, atMost);
    }
  }

  private static void checkCell(
      String read, int row, Family family, Result result, int atLeast, int atMost) {
    String what = read + " of row " + row + ", family " + family;
    Cell cell = result.getColumnLatestCell(family.bytes(), QUALIFIER);
    if (cell == null) {
      throw new UntimelyAnswer(what + ": the cell is missing");
    }
    int version = version(cell);
    if (version > atMost || version != cell.getTimestamp()) {
      throw new AssertionError(what + ": version " + version + " was never written");
    }
    int offset = cell.getValueOffset();
    byte[] expected = Content.value(row, family, version);
    if (!Arrays.equals(
        expected,
        0,
        expected.length,
        cell.getValueArray(),
        offset,
        offset + cell.getValueLength())) {
      throw new AssertionError(what + ": the bytes are not those of version " + version);
    }
    if (version < atLeast) {
      throw new UntimelyAnswer(
          what + ": version " + version + ", which is not " + atLeast + " yet");
    }
    Cell first = result.getColumnLatestCell(Family.PLAIN.bytes(), QUALIFIER);
    if (first == null || version != version(first)) {
      throw new UntimelyAnswer(what + ": version " + version + " beside another one");
    }
  }

  private static int version(Cell cell) {
    return ByteBuffer.wrap(cell.getValueArray(), cell.getValueOffset(), Integer.BYTES).getInt();
  }

  private interface ResultCheck {
    void row(String read, int row, Result result, int[] atLeast) throws IOException;
  }

  /** A version that was written, but that the row did not have while it was read. */
  private static final class UntimelyAnswer extends AssertionError {
    private static final long serialVersionUID = 1L;

    UntimelyAnswer(String message) {
      super(message);
    }
  }
}

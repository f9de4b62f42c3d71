package io.strata.perf.load;

import java.io.IOException;
import java.util.function.LongToIntFunction;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.PerformanceEvaluation;
import org.jspecify.annotations.Nullable;

/**
 * Rows whose bytes are a function of their number: one cell each, with PerformanceEvaluation's keys
 * and qualifier.
 *
 * @param kind description of the values
 * @param rows number of rows
 * @param valueLength returns the bytes of a row's value
 */
record NumberedRows(String kind, long rows, LongToIntFunction valueLength) implements Contents {
  static final byte[] QUALIFIER = PerformanceEvaluation.COLUMN_ZERO;

  private static final int MAX_CELL_BYTES = 256 << 10;
  private static final long TIMESTAMP = 1;

  /** Returns rows of zipfian size from 1 byte to 256 KB, with at least that many bytes in total. */
  static NumberedRows zipfian(long bytes) {
    ZipfSizes sizes = new ZipfSizes(MAX_CELL_BYTES);
    LongToIntFunction valueLength = row -> sizes.at(Mix.share(row, 1));
    long rows = 0;
    for (long sum = 0; sum < bytes; rows++) {
      sum += cellBytes(valueLength.applyAsInt(rows));
    }
    return new NumberedRows("values of zipfian size", rows, valueLength);
  }

  /** Returns rows with values of one size. */
  static NumberedRows fixed(int valueBytes, long rows) {
    return new NumberedRows("values of " + valueBytes + " bytes", rows, row -> valueBytes);
  }

  int valueLength(long row) {
    return valueLength.applyAsInt(row);
  }

  @Override
  public int cellsPerRow() {
    return 1;
  }

  @Override
  public byte[] key(long row) {
    return PerformanceEvaluation.format(row);
  }

  @Override
  public long bytes(long row) {
    return cellBytes(valueLength(row));
  }

  private static long cellBytes(int valueLength) {
    return KeyValue.getKeyValueDataStructureSize(
        PerformanceEvaluation.ROW_LENGTH, DataTable.FAMILY.length, QUALIFIER.length, valueLength);
  }

  @Override
  public void write(long from, long to, CellSink cells) throws IOException {
    byte[] value = new byte[0];
    for (long row = from; row < to; row++) {
      int length = valueLength(row);
      if (value.length < length) {
        value = new byte[length];
      }
      Values.fill(row, value, length);
      cells.append(cell(row, value, length));
    }
  }

  private KeyValue cell(long row, byte[] value, int length) {
    byte[] key = key(row);
    return new KeyValue(
        key,
        0,
        key.length,
        DataTable.FAMILY,
        0,
        DataTable.FAMILY.length,
        QUALIFIER,
        0,
        QUALIFIER.length,
        TIMESTAMP,
        KeyValue.Type.Put,
        value,
        0,
        length);
  }

  @Override
  public @Nullable String fault(long row, Cell[] cells, boolean whole) {
    if (cells.length != 1) {
      return "has %d cells, 1 was written".formatted(cells.length);
    }
    Cell cell = cells[0];
    int length = cell.getValueLength();
    if (length != valueLength(row)) {
      return "has a value of %d bytes, %d were written".formatted(length, valueLength(row));
    }
    int checked = whole ? length : Math.min(length, Long.BYTES);
    return Values.begin(row, cell.getValueArray(), cell.getValueOffset(), checked)
        ? null
        : "has another value than the one written";
  }
}

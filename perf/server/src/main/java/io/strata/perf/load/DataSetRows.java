package io.strata.perf.load;

import io.strata.perf.common.DataSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.jspecify.annotations.Nullable;

/**
 * The first rows of a {@link DataSet}. Keeps each row's key, size and hash on the heap, about 60
 * bytes a row.
 */
final class DataSetRows implements Contents {
  private static final long TIMESTAMP = 1;

  private final DataSet data;
  private final List<byte[]> keys;
  private final int[] bytes;
  private final int[] hashes;
  private final int cells;

  private DataSetRows(DataSet data, List<byte[]> keys, int[] bytes, int[] hashes, int cells) {
    this.data = data;
    this.keys = keys;
    this.bytes = bytes;
    this.hashes = hashes;
    this.cells = cells;
  }

  /** Generates rows until their cells have at least that many bytes. */
  static DataSetRows of(DataSet data, long bytes) throws IOException {
    List<byte[]> keys = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    List<Integer> hashes = new ArrayList<>();
    long[] sum = {0};
    int[] cells = {0};
    data.write(
        (key, qualifiers, values) -> {
          int size = 0;
          int hash = 1;
          for (int i = 0; i < values.length; i++) {
            size +=
                (int)
                    KeyValue.getKeyValueDataStructureSize(
                        key.length,
                        DataTable.FAMILY.length,
                        qualifiers[i].length,
                        values[i].length);
            hash = 31 * hash + Arrays.hashCode(values[i]);
          }
          keys.add(key);
          sizes.add(size);
          hashes.add(hash);
          cells[0] = values.length;
          sum[0] += size;
          return sum[0] < bytes;
        });
    return new DataSetRows(data, keys, ints(sizes), ints(hashes), cells[0]);
  }

  private static int[] ints(List<Integer> values) {
    return values.stream().mapToInt(Integer::intValue).toArray();
  }

  @Override
  public String kind() {
    return data.title();
  }

  @Override
  public long rows() {
    return keys.size();
  }

  @Override
  public int cellsPerRow() {
    return cells;
  }

  @Override
  public byte[] key(long row) {
    return keys.get((int) row);
  }

  @Override
  public long bytes(long row) {
    return bytes[(int) row];
  }

  @Override
  public void write(long from, long to, CellSink sink) throws IOException {
    long[] next = {0};
    data.write(
        (key, qualifiers, values) -> {
          long row = next[0]++;
          for (int i = 0; row >= from && i < values.length; i++) {
            sink.append(new KeyValue(key, DataTable.FAMILY, qualifiers[i], TIMESTAMP, values[i]));
          }
          return row + 1 < to;
        });
  }

  @Override
  public @Nullable String fault(long row, Cell[] cells, boolean whole) {
    if (cells.length != this.cells) {
      return "has %d cells, %d were written".formatted(cells.length, this.cells);
    }
    if (!whole) {
      return null;
    }
    int hash = 1;
    for (Cell cell : cells) {
      hash = 31 * hash + Arrays.hashCode(CellUtil.cloneValue(cell));
    }
    return hash == hashes[(int) row] ? null : "has other values than those written";
  }
}

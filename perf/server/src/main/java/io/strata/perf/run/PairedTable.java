package io.strata.perf.run;

import io.strata.perf.common.DataSet;
import io.strata.perf.load.DataTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;

/**
 * A table of a paired measurement; each server has a copy.
 *
 * @param rows kind of rows
 * @param encoding of its blocks
 * @param timesCache size of its blocks, as a multiple of the cache
 */
public record PairedTable(Rows rows, DataBlockEncoding encoding, double timesCache) {
  private static final int VALUE_BYTES = 1_000;

  /** Size of the sample from which the effect of the encoding is estimated. */
  private static final long SAMPLE_BYTES = 16 << 20;

  /** Kinds of rows. */
  public enum Rows {
    VALUES,
    LINEITEM,
    ORDERS,
    JSON,
    TIME_SERIES;

    /** Returns the name on the command line. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  long bytes(Memory memory) {
    return (long) (timesCache * memory.cacheBytes());
  }

  /**
   * Generates as many rows as fill encoded blocks of the table's size.
   *
   * @param folder for the sample
   */
  DataTable make(Memory memory, Path folder) throws IOException {
    long bytes = bytes(memory);
    if (encoding == DataBlockEncoding.NONE) {
      return make(bytes);
    }
    double share = make(SAMPLE_BYTES).encoded(encoding).shareInFiles(folder);
    return make((long) (bytes / share)).encoded(encoding);
  }

  private DataTable make(long bytes) throws IOException {
    return switch (rows) {
      case VALUES ->
          DataTable.fixed(
              "rows",
              VALUE_BYTES,
              bytes / DataTable.fixed("row", VALUE_BYTES, 1, 1).bytes(0, 1),
              1);
      case LINEITEM -> DataTable.of("rows", DataSet.LINEITEM, bytes);
      case ORDERS -> DataTable.of("rows", DataSet.ORDERS, bytes);
      case JSON -> DataTable.of("rows", DataSet.JSON, bytes);
      case TIME_SERIES -> DataTable.of("rows", DataSet.TIME_SERIES, bytes);
    };
  }

  /** Returns whether a cache can hold all its blocks. */
  boolean fits() {
    return timesCache <= 1;
  }

  /** Returns a description, for the report. */
  public String facts() {
    return String.format(
        Locale.ROOT, "%s, %s times the cache, block encoding %s", rows, timesCache, encoding);
  }
}

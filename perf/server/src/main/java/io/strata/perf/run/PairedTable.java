package io.strata.perf.run;

import io.strata.perf.common.DataSet;
import io.strata.perf.load.DataTable;
import io.strata.perf.load.Draw;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;

/**
 * The table of a paired measurement, of which each server has one.
 *
 * @param rows what it holds
 * @param encoding of its blocks
 * @param timesCache bytes of its blocks over bytes of a cache
 * @param zipf whether rows are asked for by Zipf's law, and not all as often
 * @param disk whether the operating system is made to drop its files once a second, so that a miss
 *     reads the disk; if not, all of them are read into its cache before
 */
public record PairedTable(
    Rows rows, DataBlockEncoding encoding, double timesCache, boolean zipf, boolean disk) {
  private static final int VALUE_BYTES = 1_000;
  private static final double EXPONENT = 0.9;

  /** Of cells, which tell how well blocks are encoded. */
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
   * Makes the rows, so many that their encoded blocks have the bytes.
   *
   * @param folder for a sample of these blocks
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

  Draw draw(DataTable table) {
    return zipf ? Draw.zipf(table.rows(), EXPONENT) : Draw.uniform();
  }

  /** Has the operating system cache the files of such a table, or not. */
  OsCache osCache(Path folder) throws IOException, InterruptedException {
    return disk ? OsCache.withholding(folder) : OsCache.holding(folder);
  }

  /** Returns what a reader must know of it, in words. */
  public String facts() {
    return String.format(
        Locale.ROOT,
        "%s, %s times the cache, blocks encoded as %s; rows are drawn %s",
        rows,
        timesCache,
        encoding,
        zipf ? "by Zipf's law, exponent " + EXPONENT : "all as often");
  }
}

package io.strata.perf.load;

import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.jspecify.annotations.Nullable;

/** The rows of a table, numbered from 0 in the order of their keys. Immutable. */
interface Contents {
  /** Takes cells in the order in which a file has them. */
  @FunctionalInterface
  interface CellSink {
    void append(KeyValue cell) throws IOException;
  }

  /** Returns what the rows hold, in words. */
  String kind();

  long rows();

  int cellsPerRow();

  byte[] key(long row);

  /** Returns the bytes of a row's cells, as data blocks hold them. */
  long bytes(long row);

  /** Writes the cells of rows {@code from} to {@code to - 1}. */
  void write(long from, long to, CellSink cells) throws IOException;

  /**
   * Returns what is wrong with the cells that the server gave for a row, as the end of a sentence;
   * null if nothing is. The key was checked.
   *
   * @param whole whether to check every byte
   */
  @Nullable String fault(long row, Cell[] cells, boolean whole);
}

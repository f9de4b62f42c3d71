package io.strata.perf.load;

import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.jspecify.annotations.Nullable;

/** The rows of a table, numbered from 0 in the order of their keys. Immutable. */
interface Contents {
  /** Receives cells in the order of a store file. */
  @FunctionalInterface
  interface CellSink {
    void append(KeyValue cell) throws IOException;
  }

  /** Returns a description of the rows. */
  String kind();

  long rows();

  int cellsPerRow();

  byte[] key(long row);

  /** Returns the bytes of a row's cells, as data blocks hold them. */
  long bytes(long row);

  /** Writes the cells of rows {@code from} to {@code to - 1}. */
  void write(long from, long to, CellSink cells) throws IOException;

  /**
   * Checks the cells that the server returned for a row. The key was checked before.
   *
   * @param whole whether to check every byte
   * @return what is wrong, as the end of a sentence; null if nothing is
   */
  @Nullable String fault(long row, Cell[] cells, boolean whole);
}

package io.strata.perf.bench;

import java.io.IOException;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;

/** Reads rows of an HFile with Zipfian popularity. Confined to one thread. */
final class RowReader implements AutoCloseable {
  private static final double SKEW = 0.9;
  private static final int CELLS = 16;

  /** Further cells would be in the next small block. */
  private static final int CELLS_OF_SMALL = 1;

  private final DataFile file;
  private final HFileScanner scanner;
  private final int maxCells;
  private final Zipf zipf;

  /**
   * @param scanner of the file; closed by {@link #close}
   * @param seed which rows are read
   */
  RowReader(DataFile file, HFileScanner scanner, CompressedCase testCase, long seed) {
    this.file = file;
    this.scanner = scanner;
    this.maxCells = testCase.isSmall() ? CELLS_OF_SMALL : CELLS;
    this.zipf = new Zipf(file.keys().size(), SKEW, seed);
  }

  /** Reads some cells of one row. */
  void read() throws IOException {
    scanner.seekTo(KeyValueUtil.createFirstOnRow(file.keys().get(zipf.next())));
    int cells = 0;
    while (cells < maxCells && scanner.next()) {
      cells += scanner.getCell().getValueLength() >= 0 ? 1 : 0;
    }
    scanner.shipped();
  }

  @Override
  public void close() {
    scanner.close();
  }
}

package io.strata.perf.flash.load;

import java.util.function.IntConsumer;

/**
 * A scatter of requests by due time and latency, counted in cells, so that it includes each
 * request. Both axes are divided evenly, that of latencies on a logarithmic scale. Used by one
 * thread.
 */
public final class LatencyScatter {
  /** Cells along the time axis. */
  public static final int COLUMNS = 20;

  /** Cells per doubling of latency. */
  public static final int ROWS_PER_DOUBLING = 6;

  /**
   * Shorter latencies are counted in the lowest row, and longer ones than the maximum in the
   * highest.
   */
  public static final double MIN_NANOS = 256;

  /** Cells along the latency axis. */
  public static final int ROWS = 28 * ROWS_PER_DOUBLING;

  private final int[] counts = new int[COLUMNS * ROWS];

  /**
   * Counts a request.
   *
   * @param when from 0 inclusive to 1 exclusive
   * @param nanos its latency, 0 or more
   */
  void add(double when, long nanos) {
    int column = Math.min(COLUMNS - 1, (int) (when * COLUMNS));
    counts[column * ROWS + row(nanos)]++;
  }

  /** Returns the row of a latency. */
  static int row(long nanos) {
    double doublings = Math.log(Math.max((double) nanos, MIN_NANOS) / MIN_NANOS) / Math.log(2);
    return Math.min(ROWS - 1, (int) (doublings * ROWS_PER_DOUBLING));
  }

  /** Returns the latency in the middle of a row, in nanoseconds. */
  public static double nanos(int row) {
    return MIN_NANOS * Math.pow(2, (row + 0.5) / ROWS_PER_DOUBLING);
  }

  /** Adds the counts of another scatter. */
  void add(LatencyScatter other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
  }

  /** Returns the number of requests in a cell. */
  public int count(int column, int row) {
    return counts[column * ROWS + row];
  }

  /** Visits the rows of a column that have requests. */
  public void forEachRow(int column, IntConsumer row) {
    for (int i = 0; i < ROWS; i++) {
      if (count(column, i) > 0) {
        row.accept(i);
      }
    }
  }
}

package io.strata.perf.flash.load;

import java.util.function.IntConsumer;

/**
 * Requests by when they were due and how long they took, counted in cells: each request is in it,
 * however many there are. Both axes are divided evenly, that of latencies on a logarithmic scale.
 * One thread's.
 */
public final class LatencyScatter {
  /** Cells side by side. */
  public static final int COLUMNS = 20;

  /** Cells for each doubling of latency. */
  public static final int ROWS_PER_DOUBLING = 6;

  /** Shorter latencies are counted in the lowest row, longer ones than can be in the highest. */
  public static final double MIN_NANOS = 256;

  /** Cells on top of each other. */
  public static final int ROWS = 28 * ROWS_PER_DOUBLING;

  private final int[] counts = new int[COLUMNS * ROWS];

  /**
   * Counts a request.
   *
   * @param when from 0, inclusive, to 1, exclusive
   * @param nanos its latency, 0 or more
   */
  void add(double when, long nanos) {
    int column = Math.min(COLUMNS - 1, (int) (when * COLUMNS));
    counts[column * ROWS + row(nanos)]++;
  }

  /** The row of a latency. */
  static int row(long nanos) {
    double doublings = Math.log(Math.max((double) nanos, MIN_NANOS) / MIN_NANOS) / Math.log(2);
    return Math.min(ROWS - 1, (int) (doublings * ROWS_PER_DOUBLING));
  }

  /** The middle of a row, in nanoseconds. */
  public static double nanos(int row) {
    return MIN_NANOS * Math.pow(2, (row + 0.5) / ROWS_PER_DOUBLING);
  }

  /** Adds what another has counted. */
  void add(LatencyScatter other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
  }

  /** Requests in a cell. */
  public int count(int column, int row) {
    return counts[column * ROWS + row];
  }

  /** Shows the rows of a column in which there are requests. */
  public void forEachRow(int column, IntConsumer row) {
    for (int i = 0; i < ROWS; i++) {
      if (count(column, i) > 0) {
        row.accept(i);
      }
    }
  }
}

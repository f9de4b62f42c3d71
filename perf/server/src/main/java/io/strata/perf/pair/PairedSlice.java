package io.strata.perf.pair;

import org.HdrHistogram.Histogram;

/**
 * What was measured of one slice of load on one server.
 *
 * @param rows that the server read for the answers
 * @param requests that were due in the slice
 * @param unsent requests among these that were given up, since the server did not keep up with a
 *     fixed rate
 * @param nanos from the first request to the last answer
 * @param cpuNanos of the server's process, until {@value #SETTLE_MILLIS} ms after the last answer
 * @param hits data blocks found in the cache
 * @param misses data blocks looked up and not found
 * @param fileBytes read by system calls, from files and, a little, from sockets
 * @param gcMillis that the server's collector paused it
 * @param latencies of the requests in nanoseconds; not to be changed
 */
public record PairedSlice(
    long rows,
    long requests,
    long unsent,
    long nanos,
    long cpuNanos,
    long hits,
    long misses,
    long fileBytes,
    long gcMillis,
    Histogram latencies) {
  /**
   * How long after the last answer CPU time and counters are read, so that what the server still
   * does for it, as an insert into the cache, is in them.
   */
  public static final int SETTLE_MILLIS = 20;

  /** Returns the hit ratio of data blocks, 0 to 1; NaN without a look-up. */
  public double hitRatio() {
    return (double) hits / (hits + misses);
  }

  /** Returns the rows answered in a second. */
  public double rowsPerSecond() {
    return rows / (nanos / 1e9);
  }
}

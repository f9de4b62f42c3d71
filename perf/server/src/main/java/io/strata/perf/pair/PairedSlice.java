package io.strata.perf.pair;

import org.HdrHistogram.Histogram;

/**
 * The measurements of one slice of load on one server.
 *
 * @param rows rows that the server read for the answers
 * @param requests requests due in the slice
 * @param unsent those of them given up because the server did not keep up with a fixed rate
 * @param nanos from the first request to the last answer
 * @param cpuNanos CPU time of the server's process since the end of its last slice: with what it
 *     did after that slice's answers, such as a collection of garbage
 * @param hits data blocks found in the cache
 * @param misses data blocks looked up and not found
 * @param fileBytes bytes read by system calls: from files and, a little, from sockets
 * @param gcMillis time in GC pauses
 * @param blocks in Strata's off-heap tier after the slice; 0 for another cache
 * @param compressedBlocks those of them that are compressed
 * @param latencies of the requests, in nanoseconds; must not be modified
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
    long blocks,
    long compressedBlocks,
    Histogram latencies) {
  /**
   * Delay from the last answer to the end of a slice. It lets the server finish work for the last
   * requests, such as an insert into the cache, before the other server is loaded.
   */
  public static final int SETTLE_MILLIS = 20;

  /** Returns the hit ratio of data blocks, 0 to 1; NaN without a look-up. */
  public double hitRatio() {
    return (double) hits / (hits + misses);
  }

  /** Returns the rows answered per second. */
  public double rowsPerSecond() {
    return rows / (nanos / 1e9);
  }
}

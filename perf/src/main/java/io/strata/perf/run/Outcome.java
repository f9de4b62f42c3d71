package io.strata.perf.run;

import io.strata.perf.data.Measure;
import io.strata.perf.data.Throughput;
import java.util.Map;

/**
 * What a client saw of a stretch.
 *
 * @param beginMillis in milliseconds of the epoch
 * @param seconds that were measured
 * @param operations that were answered meanwhile
 * @param rows that the server read or wrote for them
 * @param handled all that the server did for this client
 * @param throughput over time
 * @param measures all that a client can tell
 */
record Outcome(
    long beginMillis,
    double seconds,
    long operations,
    long rows,
    Handled handled,
    Throughput throughput,
    Map<Measure, Double> measures) {

  /**
   * What the server's counters are of: a warm-up of the client and its last answers with it.
   *
   * @param rows that the server read or wrote
   * @param seconds in which it did
   */
  record Handled(long rows, double seconds) {}
}

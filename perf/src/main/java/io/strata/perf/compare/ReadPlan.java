package io.strata.perf.compare;

import java.util.List;
import java.util.Locale;

/**
 * The reads of one run of PerformanceEvaluation's {@code randomRead}, uniformly random over the
 * whole table. PerformanceEvaluation counts off the rows of the table, as often as it has cycles,
 * and reads some row for every n-th.
 *
 * @param rowsPerThread the rows that each thread counts off: the table's share of one thread
 * @param everyNth of them that leads to a read
 * @param cycles how often they are counted off, which is more than once where reads outnumber rows
 */
record ReadPlan(Workload workload, int threads, long rowsPerThread, long everyNth, long cycles) {
  /** The tenth of a run that warms the client up, whose latencies do not count. */
  private static final int WARM_UP_SHARE = 10;

  /** About {@code reads} rows of a table that has {@code tableRows}. */
  static ReadPlan of(Workload workload, int threads, long tableRows, long reads) {
    long everyNth = Math.max(1, tableRows / reads);
    long cycles = Math.max(1, reads / tableRows);
    return new ReadPlan(workload, threads, tableRows / threads, everyNth, cycles);
  }

  /** Rows read by all the threads together, exactly. */
  long rows() {
    return cycles * multiplesBelow(rowsPerThread * threads);
  }

  private long multiplesBelow(long end) {
    return (end + everyNth - 1) / everyNth;
  }

  List<String> arguments() {
    // PerformanceEvaluation rounds 1 / sampleRate down: half a step more makes that exact.
    String sampleRate = String.format(Locale.ROOT, "%.9f", 1 / (everyNth + 0.5));
    return List.of(
        "--nomapred",
        "--rows=" + rowsPerThread,
        "--cycles=" + cycles,
        "--sampleRate=" + (everyNth == 1 ? "1" : sampleRate),
        "--multiGet=" + (workload.rowsPerRequest == 1 ? 0 : workload.rowsPerRequest),
        "--measureAfter=" + rowsPerThread / WARM_UP_SHARE,
        "--latency",
        "randomRead",
        Integer.toString(threads));
  }
}

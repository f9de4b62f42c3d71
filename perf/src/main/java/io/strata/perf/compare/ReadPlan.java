package io.strata.perf.compare;

import java.util.List;
import java.util.Locale;

/**
 * The reads of one run of PerformanceEvaluation's {@code randomRead}, so many of them over the
 * whole table. PerformanceEvaluation counts the rows of the table off and sends a read for every
 * n-th; its keys are uniformly random all the same.
 *
 * @param rowsPerThread the rows that each thread counts off: the table's share of one thread
 * @param everyNth of them that is read
 */
record ReadPlan(Workload workload, int threads, long rowsPerThread, long everyNth) {
  /** The tenth of a run that warms the client up, whose latencies do not count. */
  private static final int WARM_UP_SHARE = 10;

  /** About {@code reads} rows, but no more than the table has. */
  static ReadPlan of(Workload workload, int threads, long tableRows, long reads) {
    return new ReadPlan(workload, threads, tableRows / threads, Math.max(1, tableRows / reads));
  }

  /** Rows read by all the threads together, exactly. */
  long rows() {
    return multiplesBelow(rowsPerThread * threads);
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
        "--sampleRate=" + (everyNth == 1 ? "1" : sampleRate),
        "--multiGet=" + (workload.rowsPerRequest == 1 ? 0 : workload.rowsPerRequest),
        "--measureAfter=" + rowsPerThread / WARM_UP_SHARE,
        "--latency",
        "randomRead",
        Integer.toString(threads));
  }
}

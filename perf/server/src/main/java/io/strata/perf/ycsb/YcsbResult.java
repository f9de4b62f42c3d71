package io.strata.perf.ycsb;

/**
 * The result of a run, without its warm-up.
 *
 * @param beginMillis end of the warm-up, in milliseconds of the epoch
 * @param seconds from then to the end
 * @param operations number of operations, all successful; equals the number of latencies
 * @param rows rows that they read or wrote; a read-modify-write counts as two
 * @param handledRows the same, including the warm-up
 * @param throughput rows by second
 */
public record YcsbResult(
    long beginMillis,
    double seconds,
    long operations,
    long rows,
    long handledRows,
    Throughput throughput) {}

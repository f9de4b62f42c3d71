package io.strata.perf.ycsb;

import io.strata.perf.data.Throughput;

/**
 * What a run has given, after its warm-up.
 *
 * @param beginMillis when the warm-up was over, in milliseconds of the epoch
 * @param seconds from then to the end
 * @param operations that were answered, none of them with an error; as many as there are latencies
 * @param rows that these have read or written; a read-modify-write counts as two
 * @param handledRows the same with those of the warm-up
 * @param throughput the rows, second by second
 */
public record YcsbResult(
    long beginMillis,
    double seconds,
    long operations,
    long rows,
    long handledRows,
    Throughput throughput) {}

package io.strata.perf.ycsb;

import java.util.List;

/**
 * Rows answered in each of consecutive intervals.
 *
 * @param intervalMillis length of an interval
 * @param rows rows of each interval
 */
public record Throughput(int intervalMillis, List<Long> rows) {}

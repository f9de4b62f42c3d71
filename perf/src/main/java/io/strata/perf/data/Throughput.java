package io.strata.perf.data;

import java.util.List;

/**
 * Rows that were answered in each interval of a sample, one after the other.
 *
 * @param intervalMillis length of the intervals
 * @param rows of each
 */
public record Throughput(int intervalMillis, List<Long> rows) {}

package io.strata.perf.data;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one stretch of load on one server gave. Its folder holds the raw files beside it: {@link
 * RawData} names them.
 *
 * @param beginMillis when it began, in milliseconds of the epoch
 * @param seconds how long it took
 * @param rows that were answered
 * @param operations that were answered
 * @param measures all numbers that there are of it
 * @param throughput over time
 * @param gc of the server's collector, where it was recorded
 * @param allocation by site, largest first, where it was recorded
 */
public record Sample(
    SampleKey key,
    long beginMillis,
    double seconds,
    long rows,
    long operations,
    Map<Measure, Double> measures,
    Throughput throughput,
    @Nullable GcSummary gc,
    List<AllocationSite> allocation) {

  /** The same under another key. */
  Sample under(SampleKey other) {
    return new Sample(
        other, beginMillis, seconds, rows, operations, measures, throughput, gc, allocation);
  }
}

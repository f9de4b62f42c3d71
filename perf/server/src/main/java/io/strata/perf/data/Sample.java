package io.strata.perf.data;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of one measurement: one load on one server. Its folder holds the raw files; {@link
 * RawData} names them.
 *
 * @param beginMillis start, in milliseconds of the epoch
 * @param seconds length
 * @param rows number of rows answered
 * @param operations number of operations answered
 * @param measures all measures that exist for it
 * @param throughput rows over time
 * @param gc the server's collections; null if they were not recorded
 * @param allocation sites, largest share first; empty if they were not recorded
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

  /** Returns the same sample under another key. */
  Sample under(SampleKey other) {
    return new Sample(
        other, beginMillis, seconds, rows, operations, measures, throughput, gc, allocation);
  }
}

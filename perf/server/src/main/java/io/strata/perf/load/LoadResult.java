package io.strata.perf.load;

import io.strata.perf.data.Measure;
import io.strata.perf.data.Throughput;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the client saw of a load.
 *
 * <p>Throughput is of what was answered while the load was measured, whenever it was sent, and
 * latencies are of what was due meanwhile, whenever it was answered: nothing that the server was
 * slow with is left out.
 *
 * @param beginMillis when measuring began, in milliseconds of the epoch
 * @param seconds how long was measured
 * @param operations answered in these seconds
 * @param rows that the server read for them: the sum of {@code throughput}
 * @param handledRows all rows that the server read for this load, from the first request to the
 *     last answer, with the warm-up and the second reads: what its CPU time and allocation from
 *     before the load to after it are to be divided by
 * @param unsent operations that were due and were given up, as the server did not keep up; their
 *     latencies are recorded as what they had come to by then
 * @param throughput of all threads
 * @param latencies from when an operation was due; at full speed from when it was sent
 * @param inCache of second reads of the same rows right after the first, if there were any
 */
public record LoadResult(
    long beginMillis,
    double seconds,
    long operations,
    long rows,
    long handledRows,
    long unsent,
    Throughput throughput,
    Latencies latencies,
    @Nullable Latencies inCache) {
  private static final double NANOS_PER_MILLI = 1e6;

  /** All of {@link Measure} that a client can tell; what was given up, only if anything was. */
  public Map<Measure, Double> measures() {
    Map<Measure, Double> measures = new EnumMap<>(Measure.class);
    measures.put(Measure.ROWS_PER_SECOND, rows / seconds);
    measures.put(Measure.OPERATIONS_PER_SECOND, operations / seconds);
    if (rows > 0) {
      measures.put(Measure.THROUGHPUT_VARIATION, throughput.variation());
      measures.put(Measure.DEEPEST_DIP, throughput.deepestDip());
    }
    measures.put(Measure.LATENCY_P50, latencies.p50() / NANOS_PER_MILLI);
    measures.put(Measure.LATENCY_P95, latencies.p95() / NANOS_PER_MILLI);
    measures.put(Measure.LATENCY_P99, latencies.p99() / NANOS_PER_MILLI);
    measures.put(Measure.LATENCY_P999, latencies.p999() / NANOS_PER_MILLI);
    measures.put(Measure.LATENCY_MAX, latencies.max() / NANOS_PER_MILLI);
    if (unsent > 0) {
      measures.put(Measure.GIVEN_UP, 100.0 * unsent / latencies.count());
    }
    if (inCache != null && inCache.count() > 0) {
      measures.put(Measure.IN_CACHE_P50, inCache.p50() / NANOS_PER_MILLI);
      measures.put(Measure.IN_CACHE_P99, inCache.p99() / NANOS_PER_MILLI);
    }
    return measures;
  }
}

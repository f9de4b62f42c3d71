package io.strata.perf.load;

import io.strata.perf.data.Measure;
import io.strata.perf.data.Throughput;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A client's measurements of a load.
 *
 * <p>Throughput counts what was answered while the load was measured, whenever it was sent.
 * Latencies are of what was due in that time, whenever it was answered. So slow answers are never
 * left out.
 *
 * @param beginMillis start of measuring, in milliseconds of the epoch
 * @param seconds length of the measurement
 * @param operations number answered in these seconds
 * @param rows rows that the server read for them: the sum of {@code throughput}
 * @param handledRows all rows that the server read for this load, from the first request to the
 *     last answer, with the warm-up and the repetitions: the divisor for its CPU time and
 *     allocation over the whole load
 * @param unsent operations that were due and given up because the server did not keep up; each is
 *     recorded with the latency that it had reached by then
 * @param throughput of all threads
 * @param latencies from the time at which an operation was due; at full speed from its sending
 * @param inCache latencies of repetitions right after the first answer; null if there were none
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

  /** Returns the client's measures; {@link Measure#GIVEN_UP} only if operations were given up. */
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

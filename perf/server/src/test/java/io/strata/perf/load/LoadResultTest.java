package io.strata.perf.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import io.strata.perf.data.Measure;
import io.strata.perf.data.Throughput;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LoadResultTest {
  private static final Latencies LATENCIES =
      new Latencies(10, 1_000_000, 2_000_000, 3_500_000, 4_000_000, 5_000_000);

  @Test
  void figuresHaveTheMeasuresUnits() {
    assertThat(result(List.of(20L, 10L, 40L, 30L), LATENCIES).measures())
        .contains(
            entry(Measure.ROWS_PER_SECOND, 100.0),
            entry(Measure.OPERATIONS_PER_SECOND, 10.0),
            entry(Measure.LATENCY_P50, 1.0),
            entry(Measure.LATENCY_P95, 2.0),
            entry(Measure.LATENCY_P99, 3.5),
            entry(Measure.LATENCY_P999, 4.0),
            entry(Measure.LATENCY_MAX, 5.0),
            entry(Measure.IN_CACHE_P50, 1.0),
            entry(Measure.IN_CACHE_P99, 3.5));
  }

  @Test
  void steadinessOfThroughputIsMeasured() {
    Map<Measure, Double> measures = result(List.of(20L, 10L, 40L, 30L), null).measures();
    assertThat(measures.get(Measure.THROUGHPUT_VARIATION))
        .isCloseTo(Math.sqrt(125) / 25, within(1e-9));
    assertThat(measures.get(Measure.DEEPEST_DIP)).isCloseTo(60, within(1e-9));
    assertThat(measures).doesNotContainKeys(Measure.IN_CACHE_P50, Measure.IN_CACHE_P99);
    assertThat(result(List.of(5L, 5L, 5L), null).measures())
        .contains(entry(Measure.THROUGHPUT_VARIATION, 0.0), entry(Measure.DEEPEST_DIP, 0.0));
  }

  @Test
  void operationsGivenUpAreMeasured() {
    LoadResult all = result(List.of(5L), null);
    assertThat(all.measures()).doesNotContainKey(Measure.GIVEN_UP);
    LoadResult some = new LoadResult(0, 1, 8, 8, 8, 2, all.throughput(), LATENCIES, null);
    assertThat(some.measures()).contains(entry(Measure.GIVEN_UP, 20.0));
  }

  private static LoadResult result(List<Long> rows, @Nullable Latencies inCache) {
    long sum = rows.stream().mapToLong(Long::longValue).sum();
    return new LoadResult(0, 1, 10, sum, sum, 0, new Throughput(250, rows), LATENCIES, inCache);
  }
}

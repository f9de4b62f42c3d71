package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadTimingTest {
  private static final List<String> LOG =
      List.of(
          "... hbase.PerformanceEvaluation: row [start=0, current=50000, last=500000], latency"
              + " [mean=1032.79, min=206.00, max=144510.00, stdDev=2822.27, 95th=3487.85,"
              + " 99th=7185.74]",
          "... hbase.PerformanceEvaluation: Latency (us) : mean=406.92, min=96.00, max=144510.00,"
              + " stdDev=1125.07, 50th=259.00, 75th=362.00, 95th=882.00, 99th=3463.00,"
              + " 99.9th=9578.00, 99.99th=25399.00, 99.999th=144510.00",
          "50th      = 259.00",
          "... hbase.PerformanceEvaluation: Finished class"
              + " org.apache.hadoop.hbase.PerformanceEvaluation$RandomReadTest in 20526ms at offset"
              + " 0 for 500000 rows (2.4 MB/s)",
          "... hbase.PerformanceEvaluation: Finished TestClient-0 in 20526ms over 500000 rows",
          "... hbase.PerformanceEvaluation: Latency (us) : mean=410.15, min=96.00, max=89145.00,"
              + " stdDev=1062.17, 50th=270.00, 75th=370.00, 95th=852.00, 99th=3415.00,"
              + " 99.9th=9362.50, 99.99th=64715.00, 99.999th=89145.00",
          "... hbase.PerformanceEvaluation: Finished TestClient-1 in 20662ms over 500000 rows");

  @Test
  void is_that_of_the_slowest_thread_figure_by_figure() throws Exception {
    assertThat(ReadTiming.parse(LOG, 2)).isEqualTo(new ReadTiming(20.662, 270, 3463, 9578));
  }

  @Test
  void is_refused_when_a_thread_is_missing() {
    List<String> cut = new ArrayList<>(LOG.subList(0, LOG.size() - 1));

    assertThatThrownBy(() -> ReadTiming.parse(cut, 2))
        .isInstanceOf(CompareException.class)
        .hasMessageContaining("1 finished threads and 2 latencies where 2 of each");
  }
}

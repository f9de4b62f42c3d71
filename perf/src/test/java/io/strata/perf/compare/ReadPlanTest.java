package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadPlanTest {
  @ParameterizedTest
  @CsvSource({
    // threads, rows of the table, reads wanted
    "2, 1000000, 500000",
    "2, 1000000, 100000",
    "3, 1000000, 100000",
    "2, 50000, 500000",
    "7, 100000, 250000",
    "1, 64000, 47000",
    "5, 100000000, 100000"
  })
  void counts_the_rows_that_performance_evaluation_reads(int threads, long tableRows, long reads) {
    ReadPlan plan = ReadPlan.of(Workload.MULTI_GETS, threads, tableRows, reads);

    assertThat(plan.rows()).isEqualTo(asPerformanceEvaluationCounts(plan));
    assertThat(plan.rows()).isBetween(reads / 2, 2 * reads);
  }

  /**
   * Its loop: each thread counts off rows of its own, and reads for multiples of 1 / sampleRate.
   */
  private static long asPerformanceEvaluationCounts(ReadPlan plan) {
    float sampleRate = Float.parseFloat(option(plan, "--sampleRate="));
    long everyN = (long) (1 / sampleRate);
    long rows = Long.parseLong(option(plan, "--rows="));
    long cycles = Long.parseLong(option(plan, "--cycles="));
    long read = 0;
    for (long i = 0; i < rows * plan.threads(); i++) {
      read += i % everyN == 0 ? 1 : 0;
    }
    return cycles * read;
  }

  @Test
  void says_every_step_so_that_it_survives_rounding() {
    for (long everyNth = 1; everyNth <= 2000; everyNth++) {
      ReadPlan plan = new ReadPlan(Workload.SINGLE_GETS, 1, 1000, everyNth, 1);

      float sampleRate = Float.parseFloat(option(plan, "--sampleRate="));
      assertThat((long) (1 / sampleRate)).isEqualTo(everyNth);
    }
  }

  @Test
  void asks_for_single_rows_without_multi_gets() {
    assertThat(ReadPlan.of(Workload.SINGLE_GETS, 2, 1000, 1000).arguments())
        .contains("--multiGet=0")
        .endsWith("randomRead", "2");
    assertThat(ReadPlan.of(Workload.MULTI_GETS, 2, 1000, 1000).arguments())
        .contains("--multiGet=100");
  }

  private static String option(ReadPlan plan, String name) {
    return plan.arguments().stream()
        .filter(argument -> argument.startsWith(name))
        .map(argument -> argument.substring(name.length()))
        .findFirst()
        .orElseThrow();
  }
}

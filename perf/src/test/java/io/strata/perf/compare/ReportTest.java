package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final ZonedDateTime TIME =
      ZonedDateTime.of(2026, 1, 31, 12, 34, 56, 0, ZoneOffset.UTC);

  @Test
  void shows_medians_spreads_and_ratios_side_by_side() {
    String text =
        report(
            measurement(Cache.BUCKET_CACHE, 1, 10, 20_000),
            measurement(Cache.STRATA, 1, 5, 8_000),
            measurement(Cache.STRATA, 2, 4, 12_000),
            measurement(Cache.BUCKET_CACHE, 2, 10, 30_000));

    assertThat(text)
        .startsWith("# Strata beside BucketCache\n")
        .contains("- Command: `./compare --scale 1`\n", "- Date: 2026-01-31 12:34 UTC\n")
        .contains("### Everything in the cache: multi-gets of 100\n")
        .contains("BucketCache |", "Strata | ratio |")
        .containsPattern("\\| rows a second +\\| +100 \\| +225 \\(200–250\\) \\| +2.25 \\|")
        .containsPattern(
            "server CPU a row, µs +\\| +25.00 \\(20.00–30.00\\) \\| +10.00 \\(8.00–12.00\\) \\|"
                + " +0.40 \\|")
        .containsPattern("L2 useful / configured bytes +\\| +0.500 \\| +0.500 \\| +1.00 \\|");
  }

  @Test
  void leaves_out_what_was_not_measured_and_dashes_what_has_no_value() {
    String text = report(measurement(Cache.BUCKET_CACHE, 1, 10, 20_000));

    assertThat(text)
        .doesNotContain("### Churn", ": single gets")
        .containsPattern("\\| rows a second +\\| +100 \\| +– \\| +– \\|")
        .containsPattern("\\| L1 hit ratio +\\| +– \\| +– \\| +– \\|");
  }

  @Test
  void keeps_the_columns_of_a_table_straight() {
    String text = report(measurement(Cache.BUCKET_CACHE, 1, 10, 20_000));

    assertThat(text.lines().filter(line -> line.startsWith("|")).map(String::length).distinct())
        .hasSize(1);
  }

  private static String report(Measurement... measurements) {
    Plan plan = new Plan(new Scale(1), 2, 2, 500_000, Cache.STRATA, true);
    return new Report(plan, "./compare --scale 1", TIME, List.of(measurements)).text();
  }

  /** A thousand rows in so many seconds, with so much CPU. */
  private static Measurement measurement(Cache cache, int pass, double seconds, long cpuMicros) {
    return new Measurement(
        Setup.ALL_HITS,
        cache,
        Workload.MULTI_GETS,
        pass,
        1000,
        new ReadTiming(seconds, 1, 2, 3),
        new Counters(cpuMicros * 1000, Map.of(), 0, 0, 0, 0, 1000, 0, 512, 8),
        1024);
  }
}

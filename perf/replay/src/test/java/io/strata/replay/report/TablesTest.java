package io.strata.replay.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.perf.common.Markdown;
import io.strata.replay.report.HitRatio.Unit;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TablesTest {
  private static final List<HitRatio> RATIOS =
      List.of(
          new HitRatio("a", 5, 50, "good", 0.5),
          new HitRatio("a", 5, 50, "better", 0.6),
          new HitRatio("a", 10, 1_000, "good", 0.7),
          new HitRatio("a", 10, 1_000, "better", 0.75),
          new HitRatio("b", 5, 7, "good", 0.1),
          new HitRatio("b", 5, 7, "better", 0.3),
          new HitRatio("b", 10, 14, "good", 0.3),
          new HitRatio("b", 10, 14, "better", 0.25));

  @Test
  void tableOfTraces() {
    assertThat(Markdown.compact(new RatioTables(RATIOS).ofTraces(List.of("good", "better"))))
        .isEqualTo(
            """
            | trace | of footprint | blocks | good | better |
            |---|--:|--:|--:|--:|
            | a | 5 % | 50 | 50.00 | 60.00 |
            | a | 10 % | 1,000 | 70.00 | 75.00 |
            | b | 5 % | 7 | 10.00 | 30.00 |
            | b | 10 % | 14 | 30.00 | 25.00 |
            | **mean** |  |  | 40.00 | 47.50 |
            """);
  }

  @Test
  void tableOfPolicies() {
    assertThat(Markdown.compact(new RatioTables(RATIOS).ofPolicies("good", Set.of("b"))))
        .isEqualTo(
            """
            | policy | 5 % | 10 % | mean | held out | less LRU, at worst |
            |---|--:|--:|--:|--:|--:|
            | better | 45.00 | 50.00 | 47.50 | 27.50 | -5.00 |
            | good | 30.00 | 50.00 | 40.00 | 20.00 | 0.00 |
            """);
  }

  @Test
  void csvHasALinePerRatio() {
    assertThat(
            Csv.of(
                List.of(
                    new HitRatio("a", 5, 1_000, "of \"quotes\", commas", 1.0 / 3),
                    new HitRatio("b", 10, 2_048, Unit.BYTES, "good", 0.5, 0.25))))
        .isEqualTo(
            """
            trace,percent,size,unit,policy,hit ratio,byte hit ratio
            "a",5,1000,blocks,"of ""quotes"", commas",0.333333,0.333333
            "b",10,2048,bytes,"good",0.500000,0.250000
            """);
  }

  /** The engine cannot have a cache of 1 MB. */
  private static final List<HitRatio> BYTE_RATIOS =
      List.of(
          ofBytes("a", 1, 1, "LRU", 0.1, 0.05),
          ofBytes("a", 10, 10, "LRU", 0.5, 0.4),
          ofBytes("a", 10, 10, "engine", 0.45, 0.6),
          ofBytes("b", 1, 100, "LRU", 0.2, 0.25),
          ofBytes("b", 1, 100, "engine", 0.3, 0.2),
          ofBytes("b", 10, 1_000, "LRU", 0.8, 0.7),
          ofBytes("b", 10, 1_000, "engine", 0.9, 0.8));

  private static HitRatio ofBytes(
      String trace, int percent, long megabytes, String policy, double ratio, double byteRatio) {
    return new HitRatio(trace, percent, megabytes << 20, Unit.BYTES, policy, ratio, byteRatio);
  }

  @Test
  void tableOfTracesWithLengths() {
    assertThat(Markdown.compact(new RatioTables(BYTE_RATIOS).ofTraces(List.of("LRU", "engine"))))
        .isEqualTo(
            """
            | trace | of footprint | MB | LRU | LRU, bytes | engine | engine, bytes |
            |---|--:|--:|--:|--:|--:|--:|
            | a | 1 % | 1 | 10.00 | 5.00 | – | – |
            | a | 10 % | 10 | 50.00 | 40.00 | 45.00 | 60.00 |
            | b | 1 % | 100 | 20.00 | 25.00 | 30.00 | 20.00 |
            | b | 10 % | 1,000 | 80.00 | 70.00 | 90.00 | 80.00 |
            | **mean** |  |  | 50.00 | 45.00 | 55.00 | 53.33 |
            """);
  }

  @Test
  void tableOfPoliciesByBytes() {
    assertThat(Markdown.compact(new RatioTables(BYTE_RATIOS).ofPolicies("LRU", Set.of())))
        .isEqualTo(
            """
            | policy | 1 % | 1 %, bytes | 10 % | 10 %, bytes | mean | mean, bytes | less LRU, at worst |\
             less LRU, at worst, bytes |
            |---|--:|--:|--:|--:|--:|--:|--:|--:|
            | engine | 30.00 | 20.00 | 67.50 | 70.00 | 55.00 | 53.33 | -5.00 | -5.00 |
            | LRU | 20.00 | 25.00 | 65.00 | 55.00 | 50.00 | 45.00 | 0.00 | 0.00 |
            """);
    assertThat(
            Markdown.compact(
                new RatioTables(BYTE_RATIOS.subList(0, 3)).ofPolicies("LRU", Set.of())))
        .contains("| engine | – | – | 45.00 | 60.00 | 45.00 | 60.00 | -5.00 | 20.00 |")
        .contains("| LRU | 10.00 | 5.00 | 50.00 | 40.00 | 50.00 | 40.00 | 0.00 | 0.00 |");
  }
}

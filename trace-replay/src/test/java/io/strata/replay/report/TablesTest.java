package io.strata.replay.report;

import static org.assertj.core.api.Assertions.assertThat;

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
  void rowsOfTraces() {
    TraceTable table = new TraceTable(List.of("good", "better"));

    assertThat(table.head() + table.rows(RATIOS.subList(0, 4)) + table.means(RATIOS))
        .isEqualTo(
            """
            | trace | of footprint | blocks | good | better |
            |---|--:|--:|--:|--:|
            | a | 5 % | 50 | 50.00 | 60.00 |
            | a | 10 % | 1,000 | 70.00 | 75.00 |
            | **mean** |  |  | 40.00 | 47.50 |
            """);
  }

  @Test
  void rowsOfPolicies() {
    assertThat(PolicyTable.of(RATIOS, "good", Set.of("b")))
        .isEqualTo(
            """
            | policy | 5 % | 10 % | mean | held out | less LRU, at worst |
            |---|--:|--:|--:|--:|--:|
            | better | 45.00 | 50.00 | 47.50 | 27.50 | -5.00 |
            | good | 30.00 | 50.00 | 40.00 | 20.00 | 0.00 |
            """);
  }

  @Test
  void linesForPrograms() {
    assertThat(Csv.of(List.of(new HitRatio("a", 5, 1_000, "of \"quotes\", commas", 1.0 / 3))))
        .isEqualTo(
            """
            trace,percent,entries,policy,hit ratio
            "a",5,1000,"of ""quotes"", commas",0.333333
            """);
  }
}

package io.strata.perf.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.perf.bench.CacheKind;
import io.strata.perf.common.Figures;
import io.strata.perf.common.Table;
import io.strata.perf.common.Unit;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResultTableTest {
  private final Figures<CacheKind> figures = new Figures<>(CacheKind.class);

  @Test
  void showsMediansWithSpreadAndRatiosWithinRounds() {
    values("hits", CacheKind.STRATA, 3_000_000, 1_000_000, 2_000_000);
    values("hits", CacheKind.BUCKET_CACHE, 1_000_000, 500_000, 1_000_000);

    assertThat(cells(Line.of("hits", "hits", Unit.PER_SECOND, twiceBucketCache())))
        .containsExactly(
            "hits",
            "≥ 2.0 × BucketCache",
            "2,000 k/s (1,000 k/s–3,000 k/s)",
            "1,000 k/s (500 k/s–1,000 k/s)",
            "",
            "",
            "",
            "2.00 (2.00–3.00) × BucketCache",
            "reached");
  }

  @Test
  void reportsAMissedGoal() {
    values("hits", CacheKind.STRATA, 100, 190, 300);
    values("hits", CacheKind.BUCKET_CACHE, 100, 100, 100);

    assertThat(verdict(Line.of("hits", "hits", Unit.PER_SECOND, twiceBucketCache())))
        .isEqualTo("**missed**");
  }

  @Test
  void reportsAGoalMissedInSingleRounds() {
    values("hits", CacheKind.STRATA, 100, 210, 300);
    values("hits", CacheKind.BUCKET_CACHE, 100, 100, 100);

    assertThat(verdict(Line.of("hits", "hits", Unit.PER_SECOND, twiceBucketCache())))
        .isEqualTo("reached, not in every round");
  }

  @Test
  void givesAVerdictForEachGoal() {
    values("hits", CacheKind.STRATA, 250);
    values("hits", CacheKind.BUCKET_CACHE, 100);
    values("hits", CacheKind.LRU, 500);
    Line line =
        Line.of(
            "hits",
            "hits",
            Unit.PER_SECOND,
            twiceBucketCache(),
            Target.atLeastTimes(1, CacheKind.LRU));

    assertThat(verdict(line)).isEqualTo("reached; **missed**");
  }

  @Test
  void comparesAFigureWithAnotherOfTheSameCache() {
    values("beside", CacheKind.STRATA, 300, 500);
    values("alone", CacheKind.STRATA, 200, 200);
    Line line =
        Line.of("beside", "beside", Unit.NANOS, Target.atMostTimes(2, "alone", "without inserts"));

    assertThat(cells(line))
        .contains("≤ 2.0 × without inserts", "2.00 (1.50–2.50) × without inserts");
    assertThat(verdict(line)).isEqualTo("reached, not in every round");
  }

  @Test
  void comparesTheDifferenceFromAnotherCache() {
    values("rounds", CacheKind.STRATA, 3.4, 3.6);
    values("rounds", CacheKind.LRU, 3.0, 3.0);
    Line line = Line.of("rounds", "rounds", Unit.ROUNDS, Target.atMostPlus(0.5, CacheKind.LRU));

    assertThat(cells(line)).contains("≤ LruBlockCache + 0.5", "3.5 (3.4–3.6)");
    assertThat(verdict(line)).isEqualTo("reached, not in every round");
    values("rounds", CacheKind.STRATA, 3.7);
    values("rounds", CacheKind.LRU, 3.0);
    assertThat(verdict(line)).isEqualTo("**missed**");
  }

  @Test
  void supportsMinimumAndMaximumLimits() {
    values("bytes", CacheKind.STRATA, 8.5);

    assertThat(verdict(Line.of("bytes", "bytes", Unit.BYTES, Target.atMost(8))))
        .isEqualTo("**missed**");
    assertThat(verdict(Line.of("bytes", "bytes", Unit.BYTES, Target.atLeast(8))))
        .isEqualTo("reached");
  }

  @Test
  void givesNoVerdictWithoutValues() {
    values("hits", CacheKind.BUCKET_CACHE, 100);

    assertThat(verdict(Line.of("hits", "hits", Unit.PER_SECOND, twiceBucketCache())))
        .isEqualTo("–");
  }

  @Test
  void leavesOutLinesWithoutValues() {
    Line line = Line.of("hits", "hits", Unit.PER_SECOND);

    assertThat(new ResultTable(List.of(line), figures).table().rows()).isEmpty();
  }

  private static Target twiceBucketCache() {
    return Target.atLeastTimes(2, CacheKind.BUCKET_CACHE);
  }

  private void values(String figure, CacheKind cache, double... values) {
    for (double value : values) {
      figures.add(figure, cache, value);
    }
  }

  private String verdict(Line line) {
    List<String> cells = cells(line);
    return cells.get(cells.size() - 1);
  }

  private List<String> cells(Line line) {
    return new ResultTable(List.of(line), figures)
        .table().rows().get(0).cells().stream().map(Table.Cell::text).toList();
  }
}

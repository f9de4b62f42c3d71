package io.strata.perf.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DrawTest {
  private static final int ROWS = 1_000;
  private static final int DRAWS = 1_000_000;

  @Test
  void uniformRowsAreEquallyFrequent() {
    long[] counts = counts(Draw.uniform(), ROWS);

    assertThat(Arrays.stream(counts)).allMatch(count -> count > 850 && count < 1_150);
  }

  @Test
  void frequencyFollowsTheRank() {
    long[] counts = counts(Draw.zipf(ROWS, 0.9), ROWS);
    long[] sorted = counts.clone();
    Arrays.sort(sorted);
    double norm = IntStream.rangeClosed(1, ROWS).mapToDouble(rank -> Math.pow(rank, -0.9)).sum();

    assertThat((double) sorted[ROWS - 1] / DRAWS).isCloseTo(1 / norm, within(0.002));
    assertThat((double) sorted[ROWS - 2] / DRAWS)
        .isCloseTo(Math.pow(2, -0.9) / norm, within(0.002));
    assertThat(sorted[0]).as("every row is drawn").isPositive();
    double firstHalf = (double) Arrays.stream(counts, 0, ROWS / 2).sum() / DRAWS;
    assertThat(firstHalf).as("hot rows are spread over the table").isBetween(0.3, 0.7);
  }

  @Test
  void laterRowsAreMoreFrequent() {
    long[] counts = counts(Draw.latest(ROWS, 0.9), ROWS);

    assertThat(counts[ROWS - 1]).isGreaterThan(counts[ROWS - 2]).isGreaterThan(100 * counts[0]);
    assertThat(Arrays.stream(counts, ROWS / 2, ROWS).sum()).isGreaterThan(DRAWS / 2);
  }

  @Test
  void scansStayWithinTheTable() {
    long[] counts = counts(Draw.zipf(ROWS, 0.9), ROWS - 99);

    assertThat(Arrays.stream(counts, ROWS - 99, ROWS).sum()).isZero();
  }

  private static long[] counts(Draw draw, long rows) {
    long[] counts = new long[ROWS];
    LongStream.range(0, DRAWS).forEach(number -> counts[(int) draw.row(number, 0, rows)]++);
    return counts;
  }
}

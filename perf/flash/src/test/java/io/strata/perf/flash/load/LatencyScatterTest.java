package io.strata.perf.flash.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LatencyScatterTest {
  @Test
  void rowCoversSimilarLatencies() {
    SplittableRandom random = new SplittableRandom(1);
    double closest = Math.pow(2, 0.5 / LatencyScatter.ROWS_PER_DOUBLING);
    for (int i = 0; i < 10_000; i++) {
      long nanos = (long) (LatencyScatter.MIN_NANOS * Math.pow(2, random.nextDouble(27)));
      double row = LatencyScatter.nanos(LatencyScatter.row(nanos));
      assertThat(Math.max(row / nanos, nanos / row)).isCloseTo(1, within(closest - 1 + 1e-9));
    }
  }

  @Test
  void extremesAreCounted() {
    assertThat(LatencyScatter.row(0)).isZero();
    assertThat(LatencyScatter.row(Long.MAX_VALUE)).isEqualTo(LatencyScatter.ROWS - 1);
  }

  @Test
  void countsEveryRequestOfBothScatters() {
    LatencyScatter one = new LatencyScatter();
    one.add(0, 1_000);
    one.add(0.9999, 1_000);
    one.add(1, 1_000);
    LatencyScatter other = new LatencyScatter();
    other.add(0, 1_000);
    one.add(other);

    assertThat(one.count(0, LatencyScatter.row(1_000))).isEqualTo(2);
    assertThat(one.count(LatencyScatter.COLUMNS - 1, LatencyScatter.row(1_000))).isEqualTo(2);
    one.forEachRow(0, row -> assertThat(row).isEqualTo(LatencyScatter.row(1_000)));
  }
}

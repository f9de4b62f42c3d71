package io.strata.perf.flash.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CloudTest {
  @Test
  void aRowStandsForLatenciesCloseToItsOwn() {
    SplittableRandom random = new SplittableRandom(1);
    double closest = Math.pow(2, 0.5 / Cloud.ROWS_PER_DOUBLING);
    for (int i = 0; i < 10_000; i++) {
      long nanos = (long) (Cloud.LEAST_NANOS * Math.pow(2, random.nextDouble(27)));
      double row = Cloud.nanos(Cloud.row(nanos));
      assertThat(Math.max(row / nanos, nanos / row)).isCloseTo(1, within(closest - 1 + 1e-9));
    }
  }

  @Test
  void theShortestAndTheLongestAreCountedToo() {
    assertThat(Cloud.row(0)).isZero();
    assertThat(Cloud.row(Long.MAX_VALUE)).isEqualTo(Cloud.ROWS - 1);
  }

  @Test
  void countsEveryRequestOfBothClouds() {
    Cloud one = new Cloud();
    one.add(0, 1_000);
    one.add(0.9999, 1_000);
    one.add(1, 1_000);
    Cloud other = new Cloud();
    other.add(0, 1_000);
    one.add(other);

    assertThat(one.count(0, Cloud.row(1_000))).isEqualTo(2);
    assertThat(one.count(Cloud.COLUMNS - 1, Cloud.row(1_000))).isEqualTo(2);
    one.forEachRow(0, row -> assertThat(row).isEqualTo(Cloud.row(1_000)));
  }
}

package io.strata.l2.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MissCostTest {
  @Test
  void blockAsLongAsARequestHasHalfTheMaximumWeight() {
    assertThat(MissCost.weight(MissCost.REQUEST_BYTES)).isEqualTo(MissCost.MAX_WEIGHT / 2);
  }

  @Test
  void weightGrowsWithLengthAndIsPositive() {
    int last = MissCost.weight(0);
    assertThat(last).isEqualTo(1);
    for (long bytes = 1 << 10; bytes < Integer.MAX_VALUE; bytes += bytes / 8) {
      int weight = MissCost.weight((int) bytes);
      assertThat(weight).isBetween(last, MissCost.MAX_WEIGHT);
      last = weight;
    }
    assertThat(MissCost.weight(Integer.MAX_VALUE)).isEqualTo(MissCost.MAX_WEIGHT - 1);
  }

  @Test
  void slightlyDifferentLengthsHaveTheSameWeight() {
    int size = 64 << 10;
    assertThat(MissCost.weight(size + 1_000)).isEqualTo(MissCost.weight(size));
  }
}

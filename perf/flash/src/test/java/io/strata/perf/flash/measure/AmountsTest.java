package io.strata.perf.flash.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AmountsTest {
  @Test
  void anOrderHasEachNumberOnce() {
    int[] order = Order.shuffled(1_000, 7);

    assertThat(order).isEqualTo(Order.shuffled(1_000, 7)).isNotEqualTo(Order.shuffled(1_000, 8));
    assertThat(Arrays.stream(order).distinct()).hasSize(1_000);
    assertThat(Arrays.stream(order).max()).hasValue(999);
  }

  @Test
  void ratesAreRoundedToTwoDigits() {
    assertThat(Clouds.rounded(123_456)).isEqualTo(120_000);
    assertThat(Clouds.rounded(9_960)).isEqualTo(10_000);
    assertThat(Clouds.rounded(7.4)).isEqualTo(7);
    assertThat(Clouds.rounded(0.2)).isEqualTo(1);
  }
}

package io.strata.perf.flash.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AmountsTest {
  @Test
  void ratesAreRoundedToTwoDigits() {
    assertThat(ScatterRun.rounded(123_456)).isEqualTo(120_000);
    assertThat(ScatterRun.rounded(9_960)).isEqualTo(10_000);
    assertThat(ScatterRun.rounded(7.4)).isEqualTo(7);
    assertThat(ScatterRun.rounded(0.2)).isEqualTo(1);
  }
}

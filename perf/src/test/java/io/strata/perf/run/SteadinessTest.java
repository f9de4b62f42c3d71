package io.strata.perf.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SteadinessTest {
  @Test
  void takesTwoStretchesThatHitAlike() {
    Steadiness steadiness = new Steadiness();
    assertThat(steadiness.isReached(0)).isFalse();
    assertThat(steadiness.isReached(0.72)).isFalse();
    assertThat(steadiness.isReached(0.90)).isFalse();
    assertThat(steadiness.isReached(0.70)).isFalse();
    assertThat(steadiness.isReached(0.705)).isTrue();
  }

  @Test
  void isThereAtOnceWhereNothingIsCached() {
    assertThat(new Steadiness().isReached(Double.NaN)).isTrue();
  }
}

package io.strata.perf.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WarmUpTest {
  @Test
  void cacheIsSteadyAfterTwoIntervalsWithSimilarHitRatios() {
    WarmUp warmUp = new WarmUp(Duration.ZERO);
    assertThat(warmUp.isSteady(0)).isFalse();
    assertThat(warmUp.isSteady(0.72)).isFalse();
    assertThat(warmUp.isSteady(0.90)).isFalse();
    assertThat(warmUp.isSteady(0.70)).isFalse();
    assertThat(warmUp.isSteady(0.705)).isTrue();
  }

  @Test
  void serverWithoutDataBlocksIsSteadyAtOnce() {
    assertThat(new WarmUp(Duration.ZERO).isSteady(Double.NaN)).isTrue();
  }

  @Test
  void serverIsNotWarmWhileThroughputRises() {
    WarmUp warmUp = new WarmUp(Duration.ZERO);
    assertThat(warmUp.isDone(0.9, 1_000)).isFalse();
    assertThat(warmUp.isDone(0.9, 1_100)).isFalse();
    assertThat(warmUp.isDone(0.9, 1_110)).isTrue();
  }

  @Test
  void serverIsWarmOnlyAfterTheMinimumTime() {
    WarmUp warmUp = new WarmUp(Duration.ofSeconds(3));
    warmUp.isDone(1, 1_000);
    warmUp.add(Duration.ofSeconds(2));
    assertThat(warmUp.isDone(1, 1_000)).isFalse();
    warmUp.add(Duration.ofSeconds(2));
    assertThat(warmUp.isDone(1, 1_000)).isTrue();
  }
}

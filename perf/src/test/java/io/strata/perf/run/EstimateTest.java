package io.strata.perf.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class EstimateTest {
  @Test
  void beginsWithWhatWasPlanned() {
    assertThat(new Estimate(Duration.ofSeconds(100)).left()).isEqualTo(Duration.ofSeconds(100));
  }

  @Test
  void learnsFromWhatIsDone() {
    Estimate estimate = new Estimate(Duration.ofSeconds(100));
    estimate.done(Duration.ofSeconds(10), Duration.ofSeconds(20));
    assertThat(estimate.left()).isEqualTo(Duration.ofMinutes(3));
    estimate.done(Duration.ofSeconds(10), Duration.ofSeconds(10));
    assertThat(estimate.left()).isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  void learnsNothingFromWhatWasThere() {
    Estimate estimate = new Estimate(Duration.ofSeconds(100));
    estimate.skipped(Duration.ofMinutes(1));
    assertThat(estimate.left()).isEqualTo(Duration.ofSeconds(40));
    estimate.skipped(Duration.ofMinutes(1));
    assertThat(estimate.left()).isZero();
  }
}

package io.strata.perf.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RunnerTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Test
  void remainingTimeIsAsPlannedAtFirst() {
    assertThat(Runner.remaining(MINUTE, Duration.ZERO, Duration.ZERO)).isEqualTo(MINUTE);
  }

  @Test
  void remainingTimeIsScaledByThePaceSoFar() {
    assertThat(Runner.remaining(MINUTE, Duration.ofSeconds(10), Duration.ofSeconds(20)))
        .isEqualTo(MINUTE.multipliedBy(2));
    assertThat(Runner.remaining(MINUTE, Duration.ofSeconds(20), Duration.ofSeconds(10)))
        .isEqualTo(MINUTE.dividedBy(2));
  }

  @Test
  void remainingTimeIsNeverNegative() {
    assertThat(Runner.remaining(MINUTE.negated(), MINUTE, MINUTE)).isZero();
  }
}

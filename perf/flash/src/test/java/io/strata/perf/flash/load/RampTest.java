package io.strata.perf.flash.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class RampTest {
  private static final Duration STEP = Duration.ofMillis(50);

  @Test
  void latencyIncludesWaitingForASlowRequest() throws Exception {
    long slow = TimeUnit.MILLISECONDS.toNanos(40);
    Ramp ramp =
        new Ramp(
            1,
            STEP,
            number -> {
              long end = System.nanoTime() + slow;
              while (number == 0 && System.nanoTime() < end) {
                LockSupport.parkNanos(end - System.nanoTime());
              }
            });

    Step step = ramp.run(1_000);

    // Of fifty requests, a millisecond apart, forty are due before the first is done.
    assertThat(step.p50()).isGreaterThan((double) TimeUnit.MILLISECONDS.toNanos(10));
  }

  @Test
  void servesEachDueRequestOnce() throws Exception {
    AtomicLong sum = new AtomicLong();
    Step step = new Ramp(4, STEP, number -> sum.addAndGet(number + 1)).run(2_000);

    assertThat(step.unserved()).isZero();
    assertThat(sum.get()).isEqualTo(100 * 101 / 2);
    assertThat(counted(step)).isEqualTo(100);
    assertThat(step.achieved()).isLessThanOrEqualTo(step.target());
  }

  @Test
  void abandonsAndCountsVeryLateRequests() throws Exception {
    Ramp ramp = new Ramp(1, STEP, number -> LockSupport.parkNanos(STEP.toNanos() / 4));

    Step step = ramp.run(1_000);

    assertThat(step.unserved()).isPositive();
    assertThat(counted(step) + step.unserved()).isEqualTo(50);
    assertThat(step.achieved()).isLessThan(step.target());
    assertThat(SaturationPoint.find(List.of(step))).hasValue(0);
  }

  private static long counted(Step step) {
    long counted = 0;
    for (int column = 0; column < LatencyScatter.COLUMNS; column++) {
      for (int row = 0; row < LatencyScatter.ROWS; row++) {
        counted += step.scatter().count(column, row);
      }
    }
    return counted;
  }
}

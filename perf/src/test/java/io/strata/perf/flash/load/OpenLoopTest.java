package io.strata.perf.flash.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class OpenLoopTest {
  private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  @Test
  void what_waits_behind_a_slow_request_is_seen_to_wait() throws Exception {
    long slow = TimeUnit.MILLISECONDS.toNanos(40);
    OpenLoop loop =
        new OpenLoop(
            1,
            NANOS,
            number -> {
              long end = System.nanoTime() + slow;
              while (number == 0 && System.nanoTime() < end) {
                LockSupport.parkNanos(end - System.nanoTime());
              }
            });

    Step step = loop.run(1_000);

    // Of fifty requests, a millisecond apart, forty are due before the first is done.
    assertThat(step.p50()).isGreaterThan((double) TimeUnit.MILLISECONDS.toNanos(10));
  }

  @Test
  void serves_each_request_that_is_due_once() throws Exception {
    AtomicLong sum = new AtomicLong();
    Step step = new OpenLoop(4, NANOS, number -> sum.addAndGet(number + 1)).run(2_000);

    assertThat(step.unserved()).isZero();
    assertThat(sum.get()).isEqualTo(100 * 101 / 2);
    assertThat(counted(step)).isEqualTo(100);
    assertThat(step.achieved()).isLessThanOrEqualTo(step.target());
  }

  @Test
  void gives_up_what_comes_far_too_late_and_says_so() throws Exception {
    OpenLoop loop = new OpenLoop(1, NANOS, number -> LockSupport.parkNanos(NANOS / 4));

    Step step = loop.run(1_000);

    assertThat(step.unserved()).isPositive();
    assertThat(counted(step) + step.unserved()).isEqualTo(50);
    assertThat(step.achieved()).isLessThan(step.target());
    assertThat(Cliff.find(List.of(step))).hasValue(0);
  }

  private static long counted(Step step) {
    long counted = 0;
    for (int column = 0; column < Cloud.COLUMNS; column++) {
      for (int row = 0; row < Cloud.ROWS; row++) {
        counted += step.cloud().count(column, row);
      }
    }
    return counted;
  }
}

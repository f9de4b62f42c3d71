package io.strata.perf.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class BackgroundClockTest {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int STEPS = 50;
  private static final long NANOS = 2_000_000;

  @Test
  void noStepIsLongerThanReported() throws Exception {
    Thread background = new Thread(BackgroundClockTest::steps);
    BackgroundClock clock = new BackgroundClock(background);
    background.start();
    background.join();
    Histogram steps = clock.stop();

    assertThat(steps.getTotalCount()).isBetween(1L, (long) STEPS);
    assertThat(steps.getMaxValue()).isGreaterThanOrEqualTo(NANOS);
  }

  private static void steps() {
    for (int i = 0; i < STEPS; i++) {
      LockSupport.parkNanos(NANOS);
      long begun = THREADS.getCurrentThreadCpuTime();
      while (THREADS.getCurrentThreadCpuTime() - begun < NANOS) {
        Thread.onSpinWait();
      }
    }
  }
}

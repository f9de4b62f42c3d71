package io.strata.perf.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.perf.common.load.Operation;
import io.strata.perf.common.load.Pace;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real threads, and a server that only sleeps. */
@Timeout(120)
class LatenciesBySecondTest {
  private static final int STALL_MILLIS = 1_600;

  @Test
  void stallAffectsAllRequestsDueMeanwhile() throws Exception {
    AtomicBoolean warm = new AtomicBoolean();
    AtomicBoolean stalled = new AtomicBoolean();
    Operation operation =
        () ->
            new Operation.Requests() {
              @Override
              public int send(long number) {
                if (warm.getAndSet(true) && !stalled.getAndSet(true)) {
                  sleep();
                }
                return 1;
              }

              @Override
              public void close() {}
            };
    LatenciesBySecond load = new LatenciesBySecond(operation, 1, Pace.paced(50), 7);

    load.run(Duration.ZERO, Duration.ofSeconds(3));

    List<Latencies> seconds = load.bySecond();
    assertThat(seconds).hasSize(3).allMatch(second -> second.count() == 50);
    // The last request of the first second was due 0.98 s after the stall began.
    assertThat(seconds.get(0).p50()).isGreaterThan(1_000_000_000);
    assertThat(seconds.get(1).max()).isGreaterThan(500_000_000);
  }

  private static void sleep() {
    try {
      Thread.sleep(STALL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

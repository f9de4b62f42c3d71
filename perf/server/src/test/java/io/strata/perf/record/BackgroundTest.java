package io.strata.perf.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class BackgroundTest {
  private static final Duration PAUSE = Duration.ofMillis(1);

  @Test
  void actionIsRepeatedUntilTheOtherEnds() throws Exception {
    CountDownLatch times = new CountDownLatch(3);
    AtomicBoolean over = new AtomicBoolean();
    AtomicBoolean late = new AtomicBoolean();

    Background.during(
        times::await,
        PAUSE,
        () -> {
          late.compareAndSet(false, over.get());
          times.countDown();
        });

    over.set(true);
    Thread.sleep(20 * PAUSE.toMillis());
    assertThat(late).isFalse();
  }

  @Test
  void failureOfEitherActionIsThrown() {
    CountDownLatch failed = new CountDownLatch(1);
    assertThatThrownBy(
            () ->
                Background.during(
                    failed::await,
                    PAUSE,
                    () -> {
                      failed.countDown();
                      throw new IOException("a region is closed");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("a region is closed");
    assertThatThrownBy(
            () ->
                Background.during(
                    () -> {
                      throw new IOException("no answer");
                    },
                    PAUSE,
                    () -> {}))
        .hasMessage("no answer");
  }
}

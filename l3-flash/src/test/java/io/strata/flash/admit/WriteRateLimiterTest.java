package io.strata.flash.admit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WriteRateLimiterTest {
  private static final int RATE = 1_000;
  private static final int FULL = RATE * WriteRateLimiter.SECONDS;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final AtomicLong now = new AtomicLong();

  private WriteRateLimiter newLimiter(long rate) {
    return new WriteRateLimiter(rate, now::get);
  }

  private static int takeAll(WriteRateLimiter limiter, boolean readAgain) {
    int taken = 0;
    while (limiter.take(1, readAgain)) {
      taken++;
    }
    return taken;
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1_000, Long.MAX_VALUE - 1_000, Long.MIN_VALUE})
  void newRateHoldsFromThenOn(long begin) {
    now.set(begin);
    WriteRateLimiter limiter = newLimiter(0);
    assertThat(limiter.take(Integer.MAX_VALUE, false)).isTrue();
    limiter.setRate(RATE);
    assertThat(takeAll(limiter, true)).as("a full budget").isEqualTo(FULL);
    limiter.setRate(2 * RATE);
    now.addAndGet(3 * SECOND);
    assertThat(takeAll(limiter, true)).isEqualTo(3 * 2 * RATE);
    limiter.setRate(0);
    assertThat(limiter.take(Integer.MAX_VALUE, false)).isTrue();
    limiter.setRate(RATE);
    assertThat(takeAll(limiter, true)).as("no debt from the unlimited time").isEqualTo(FULL);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1_000, Long.MAX_VALUE - 1_000, Long.MIN_VALUE})
  void halfOfTheBudgetIsForBlocksReadAgain(long begin) {
    now.set(begin);
    WriteRateLimiter limiter = newLimiter(RATE);
    assertThat(takeAll(limiter, false)).isEqualTo(FULL / 2);
    assertThat(takeAll(limiter, true)).isEqualTo(FULL / 2);
    assertThat(limiter.take(1, false)).isFalse();
    now.addAndGet(3 * SECOND);
    assertThat(limiter.take(1, false)).isFalse();
    assertThat(takeAll(limiter, true)).isEqualTo(3 * RATE);
    now.addAndGet(1_000 * SECOND);
    assertThat(takeAll(limiter, true)).as("at most one budget").isEqualTo(FULL);
  }

  @Test
  void overdraftIsRefilledFirst() {
    WriteRateLimiter limiter = newLimiter(RATE);
    assertThat(limiter.take(FULL + 5 * RATE, true)).isTrue();
    now.addAndGet(5 * SECOND);
    assertThat(limiter.take(1, true)).isFalse();
    now.addAndGet(1);
    assertThat(limiter.take(1, true)).isTrue();
    limiter.force(2 * RATE);
    now.addAndGet(SECOND);
    assertThat(limiter.take(1, true)).isFalse();
  }

  @Test
  void returnedBytesCanBeTakenAgain() {
    WriteRateLimiter limiter = newLimiter(RATE);
    assertThat(limiter.take(FULL, true)).isTrue();
    limiter.giveBack(FULL / 4);
    assertThat(takeAll(limiter, true)).isEqualTo(FULL / 4);
  }

  @Test
  void withoutLimitEverythingIsAllowed() {
    WriteRateLimiter limiter = newLimiter(0);
    for (int i = 0; i < 100; i++) {
      assertThat(limiter.take(Integer.MAX_VALUE, false)).isTrue();
      limiter.force(Integer.MAX_VALUE);
      limiter.giveBack(1);
    }
  }

  @Test
  void manyThreadsGetNoMoreThanOne() throws Exception {
    WriteRateLimiter limiter = newLimiter(1 << 20);
    ExecutorService pool = Executors.newFixedThreadPool(4);
    List<Callable<Integer>> takers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      takers.add(() -> takeAll(limiter, true));
    }
    int taken = 0;
    for (Future<Integer> each : pool.invokeAll(takers)) {
      taken += each.get();
    }
    pool.shutdown();
    // A byte's share of a second is rounded up to whole nanoseconds.
    long nanosEach = (SECOND >> 20) + 1;
    assertThat(taken)
        .isEqualTo((int) ((WriteRateLimiter.SECONDS * SECOND + nanosEach - 1) / nanosEach));
  }

  @Test
  void negativeLimitIsRejected() {
    assertThatThrownBy(() -> WriteRateOptions.defaults().withMaxWriteBytesPerSecond(-1))
        .hasMessageContaining("Use 0 for no limit");
  }
}

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

  private WriteRateLimiter limit(long rate) {
    return new WriteRateLimiter(rate, now::get);
  }

  private static int takeAll(WriteRateLimiter limit, boolean readAgain) {
    int taken = 0;
    while (limit.take(1, readAgain)) {
      taken++;
    }
    return taken;
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1_000, Long.MAX_VALUE - 1_000, Long.MIN_VALUE})
  void anotherRateHoldsFromThenOn(long begin) {
    now.set(begin);
    WriteRateLimiter limit = limit(0);
    assertThat(limit.take(Integer.MAX_VALUE, false)).isTrue();
    limit.setRate(RATE);
    assertThat(takeAll(limit, true)).as("a full budget").isEqualTo(FULL);
    limit.setRate(2 * RATE);
    now.addAndGet(3 * SECOND);
    assertThat(takeAll(limit, true)).isEqualTo(3 * 2 * RATE);
    limit.setRate(0);
    assertThat(limit.take(Integer.MAX_VALUE, false)).isTrue();
    limit.setRate(RATE);
    assertThat(takeAll(limit, true)).as("what was free is not owed").isEqualTo(FULL);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1_000, Long.MAX_VALUE - 1_000, Long.MIN_VALUE})
  void halfOfTheBudgetIsForThoseThatAreReadAgain(long begin) {
    now.set(begin);
    WriteRateLimiter limit = limit(RATE);
    assertThat(takeAll(limit, false)).isEqualTo(FULL / 2);
    assertThat(takeAll(limit, true)).isEqualTo(FULL / 2);
    assertThat(limit.take(1, false)).isFalse();
    now.addAndGet(3 * SECOND);
    assertThat(limit.take(1, false)).isFalse();
    assertThat(takeAll(limit, true)).isEqualTo(3 * RATE);
    now.addAndGet(1_000 * SECOND);
    assertThat(takeAll(limit, true)).as("no more than a budget").isEqualTo(FULL);
  }

  @Test
  void whatGoesBelowNothingIsMadeUpFor() {
    WriteRateLimiter limit = limit(RATE);
    assertThat(limit.take(FULL + 5 * RATE, true)).isTrue();
    now.addAndGet(5 * SECOND);
    assertThat(limit.take(1, true)).isFalse();
    now.addAndGet(1);
    assertThat(limit.take(1, true)).isTrue();
    limit.force(2 * RATE);
    now.addAndGet(SECOND);
    assertThat(limit.take(1, true)).isFalse();
  }

  @Test
  void whatIsGivenBackCanBeTakenAgain() {
    WriteRateLimiter limit = limit(RATE);
    assertThat(limit.take(FULL, true)).isTrue();
    limit.giveBack(FULL / 4);
    assertThat(takeAll(limit, true)).isEqualTo(FULL / 4);
  }

  @Test
  void withoutALimitAllIsAllowed() {
    WriteRateLimiter limit = limit(0);
    for (int i = 0; i < 100; i++) {
      assertThat(limit.take(Integer.MAX_VALUE, false)).isTrue();
      limit.force(Integer.MAX_VALUE);
      limit.giveBack(1);
    }
  }

  @Test
  void manyThreadsGetNoMoreThanOne() throws Exception {
    WriteRateLimiter limit = limit(1 << 20);
    ExecutorService pool = Executors.newFixedThreadPool(4);
    List<Callable<Integer>> takers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      takers.add(() -> takeAll(limit, true));
    }
    int taken = 0;
    for (Future<Integer> each : pool.invokeAll(takers)) {
      taken += each.get();
    }
    pool.shutdown();
    // A byte's share of a second is rounded up to whole nanoseconds.
    long nanosEach = (SECOND >> 20) + 1;
    assertThat(taken).isEqualTo((int) ((WriteRateLimiter.SECONDS * SECOND + nanosEach - 1) / nanosEach));
  }

  @Test
  void aLimitBelowNothingIsRefused() {
    assertThatThrownBy(() -> WriteRateOptions.usual().withMaxWriteBytesPerSecond(-1))
        .hasMessageContaining("or 0 for no limit");
  }
}

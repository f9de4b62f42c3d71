package io.strata.readpath.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.testing.LogLines;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PendingChangesTest {
  /** A time limit that only a failing test reaches. */
  private static final long LONG_MILLIS = 60_000;

  private final List<Integer> applied = new CopyOnWriteArrayList<>();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  private void applyFirstSlowly(int change) {
    applied.add(change);
    begun.countDown();
    try {
      assertThat(goOn.await(LONG_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void appliesLastSubmittedLastWithoutBlockingCaller() throws Exception {
    try (var changes = new PendingChanges<Integer>(this::applyFirstSlowly, LONG_MILLIS)) {
      changes.submit(1);
      begun.await();
      assertThat(changes.isOneWaiting()).isFalse();
      changes.submit(2);
      changes.submit(3);
      assertThat(changes.isOneWaiting()).isTrue();
      assertThat(applied).containsExactly(1);
      goOn.countDown();
      changes.await();
      assertThat(applied).containsExactly(1, 3);
      changes.submit(4);
      changes.await();
      assertThat(applied).containsExactly(1, 3, 4);
    }
  }

  @Test
  void closeDiscardsWaitingAndWaitsForRunning() throws Exception {
    var changes = new PendingChanges<Integer>(this::applyFirstSlowly, LONG_MILLIS);
    changes.submit(1);
    begun.await();
    changes.submit(2);
    Thread closing = new Thread(changes::close);
    closing.start();
    while (changes.isOneWaiting()) {
      Thread.onSpinWait();
    }
    assertThat(closing.isAlive()).isTrue();
    goOn.countDown();
    closing.join(LONG_MILLIS);
    assertThat(closing.isAlive()).isFalse();
    changes.submit(3);
    changes.await();
    assertThat(applied).containsExactly(1);
  }

  @Test
  void closeWaitsWithTimeLimit() throws Exception {
    var changes = new PendingChanges<Integer>(this::applyFirstSlowly, 1);
    changes.submit(1);
    begun.await();
    changes.close();
    assertThat(goOn.getCount()).as("running change still hangs").isEqualTo(1);
    goOn.countDown();
    changes.await();
  }

  /** Each thread that allocates takes memory that the C library keeps for it. */
  @Test
  void oneThreadAppliesAllChangesUntilClose() throws Exception {
    List<Thread> threads = new CopyOnWriteArrayList<>();
    try (var changes =
        new PendingChanges<Integer>(
            change -> {
              threads.add(Thread.currentThread());
              Thread.currentThread().interrupt();
            },
            LONG_MILLIS)) {
      for (int i = 0; i < 3; i++) {
        changes.submit(i);
        changes.await();
      }
      assertThat(threads).hasSize(3).containsOnly(threads.get(0));
    }
    threads.get(0).join(LONG_MILLIS);
    assertThat(threads.get(0).isAlive()).isFalse();
  }

  @Test
  void failureAffectsOnlyItsOwnChange() throws Exception {
    try (var changes =
        new PendingChanges<Integer>(
            change -> {
              applied.add(change);
              if (change == 1) {
                throw new OutOfMemoryError("as if");
              }
            },
            LONG_MILLIS)) {
      changes.submit(1);
      changes.await();
      changes.submit(2);
      changes.await();
      assertThat(applied).containsExactly(1, 2);
    }
  }

  @Test
  void logsFailureWithoutSecrets() throws Exception {
    try (LogLines log = new LogLines();
        var changes =
            new PendingChanges<Integer>(
                change -> {
                  throw new IllegalStateException("no hdfs://admin:hunter2@host/keys");
                },
                LONG_MILLIS)) {
      changes.submit(1);
      changes.await();
      assertThat(log.lines().toString())
          .contains("Could not apply", "IllegalStateException", "host/keys")
          .doesNotContain("hunter2");
    }
  }

  @Test
  void appliesOneAtATimeAndNeverLosesLast() throws Exception {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger max = new AtomicInteger();
    try (var changes =
        new PendingChanges<Integer>(
            change -> {
              max.accumulateAndGet(running.incrementAndGet(), Math::max);
              applied.add(change);
              running.decrementAndGet();
            },
            LONG_MILLIS)) {
      for (int i = 0; i < 10_000; i++) {
        changes.submit(i);
        if (i % 100 == 99) {
          changes.await();
          assertThat(applied.get(applied.size() - 1)).isEqualTo(i);
        }
      }
    }
    assertThat(max).hasValue(1);
    assertThat(applied).isSorted();
  }
}

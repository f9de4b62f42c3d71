package io.strata.l2.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.l2.StoreOptions;
import io.strata.l2.testing.Gate;
import io.strata.l2.testing.ProvingBlock;
import io.strata.l2.testing.TestStore;
import io.strata.l2.write.Rejection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads of the store and of its callers that are stopped or interrupted. */
@Timeout(value = 1, unit = TimeUnit.MINUTES) // A hang fails the test.
class LostThreadTest {
  private static final int LARGE = 200_000;

  private static StoreOptions options() {
    return StoreOptions.ofBytes(TestStore.SMALL).withWriters(1, 8);
  }

  private static Thread thread(String name) {
    List<Thread> found =
        Thread.getAllStackTraces().keySet().stream()
            .filter(each -> each.getName().startsWith(name))
            .toList();
    assertThat(found).as(name).hasSize(1);
    return found.get(0);
  }

  /** Makes a thread throw at an arbitrary point, which only {@code stop} can do. */
  @SuppressWarnings({"deprecation", "removal"})
  private static void stop(Thread thread) {
    thread.stop();
  }

  private static void awaitErrors(TestStore test, int count) throws InterruptedException {
    while (test.errors().size() < count) {
      Thread.sleep(1); // Interrupted by the timeout if no error is reported.
    }
  }

  private static Thread idle(String name) {
    Thread thread = thread(name);
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    return thread;
  }

  @Test
  void writerStoppedWhileIdleContinues() throws Exception {
    try (TestStore test = new TestStore(options())) {
      for (int round = 0; round < 20; round++) {
        test.put("file", 2L * round, LARGE);
        stop(idle("strata-l2-writer"));
        awaitErrors(test, round + 1);
        test.put("file", 2L * round + 1, LARGE);
        assertThat(test.read("file", 2L * round + 1)).as("round %d", round).isTrue();
      }
      assertThat(test.errors()).hasSize(20).allMatch(error -> error instanceof ThreadDeath);
    }
  }

  @Test
  void writerStoppedDuringACopyContinues() throws Exception {
    try (TestStore test = new TestStore(options())) {
      CountDownLatch copying = new CountDownLatch(1);
      // The copy ends only when the thread is stopped, because a stop takes effect with a delay and
      // would otherwise hit after the copy.
      ProvingBlock block =
          new ProvingBlock("file", 0, LARGE)
              .on(
                  call -> {
                    while (call == ProvingBlock.Call.WRITE) {
                      copying.countDown();
                      Thread.onSpinWait();
                    }
                  });
      test.insert(block);
      test.insert("file", 1, LARGE);
      test.insert("file", 2, LARGE);
      copying.await();
      stop(thread("strata-l2-writer"));
      test.awaitQuiet();
      assertThat(block.isReleased()).isTrue();
      assertThat(test.read("file", 1)).isTrue();
      assertThat(test.read("file", 2)).isTrue();
      assertThat(test.read("file", 0)).isFalse();
      assertThat(test.store().statistics().rejected(Rejection.WRITE_FAILED)).isEqualTo(1);
      assertThat(test.errors()).hasSize(1).allMatch(error -> error instanceof ThreadDeath);
    }
  }

  @Test
  void interruptedThreadsContinue() throws Exception {
    try (TestStore test = new TestStore(options())) {
      for (int round = 0; round < 50; round++) {
        Gate gate = new Gate();
        test.insert(new ProvingBlock("file", round, LARGE).on(gate));
        gate.awaitReached();
        thread("strata-l2-writer").interrupt();
        gate.open();
        test.awaitQuiet();
        assertThat(test.read("file", round)).as("copied by an interrupted writer").isTrue();
        test.store().evictFile("file");
        test.awaitQuiet();
        thread("strata-l2-maintenance").interrupt();
        thread("strata-l2-writer").interrupt();
      }
      assertThat(test.store().statistics().evictedByRequest()).isEqualTo(50);
    }
  }

  @Test
  void awaitQuietThrowsWhenInterrupted() throws Exception {
    try (TestStore test = new TestStore(options())) {
      Gate gate = new Gate();
      test.insert(new ProvingBlock("file", 0, LARGE).on(gate));
      gate.awaitReached();
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> test.store().awaitQuiet()).isInstanceOf(InterruptedException.class);
      gate.open();
    }
  }

  @Test
  void interruptedCloseCompletesAndKeepsTheFlag() throws Exception {
    TestStore test = new TestStore(options());
    Gate gate = new Gate();
    test.insert(new ProvingBlock("file", 0, LARGE).on(gate));
    for (int i = 1; i < 5; i++) {
      test.insert("file", i, LARGE);
    }
    gate.awaitReached();
    AtomicBoolean interruptedAfterwards = new AtomicBoolean();
    Thread closer =
        new Thread(
            () -> {
              test.store().close();
              interruptedAfterwards.set(Thread.currentThread().isInterrupted());
            });
    closer.start();
    while (closer.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    closer.interrupt();
    gate.open();
    closer.join();
    assertThat(interruptedAfterwards).isTrue();
    assertThat(test.store().statistics().written()).isEqualTo(5);
    test.close();
  }
}

package io.strata.it.cluster;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Waits for conditions that other processes fulfil. */
public final class Await {
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private Await() {}

  /** Waits until the condition holds, for at most three minutes. */
  public static void until(String what, Callable<Boolean> condition) throws Exception {
    until(what, condition, () -> "");
  }

  /**
   * Waits until the condition holds, for at most three minutes.
   *
   * @param state what to report of the other processes when the condition does not hold in time
   */
  public static void until(String what, Callable<Boolean> condition, Supplier<?> state)
      throws Exception {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(
            "Timed out after "
                + LIMIT.toMinutes()
                + " minutes waiting until "
                + what
                + ". "
                + state.get());
      }
      Pause.millis(100);
    }
  }
}

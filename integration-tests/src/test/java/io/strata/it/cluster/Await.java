package io.strata.it.cluster;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for what another process brings about. */
public final class Await {
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private Await() {}

  /** Waits until the condition holds, for three minutes at most. */
  public static void until(String what, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(
            "Waited " + LIMIT.toMinutes() + " minutes in vain until " + what + ".");
      }
      Pause.millis(100);
    }
  }
}

package io.strata.l2.stream;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Where threads wait for blocks that others free. Thread-safe. */
final class BackPressure {
  /**
   * A block that comes free between a thread's look and its wait wakes nobody: it looks again after
   * so long.
   */
  private static final long MILLIS_BETWEEN_LOOKS = 5;

  private final Semaphore freed = new Semaphore(0);
  private volatile int waiting;

  /** Blocks came free. */
  void freed() {
    if (waiting > 0) {
      freed.release();
    }
  }

  /** Waits until blocks may have come free; an interrupt ends that, and stays. */
  void await(long deadlineNanos) {
    long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
    addWaiting(1);
    try {
      // Whether it was woken or has waited long enough, it looks.
      boolean woken =
          freed.tryAcquire(
              Math.max(1, Math.min(MILLIS_BETWEEN_LOOKS, left)), TimeUnit.MILLISECONDS);
      if (woken) {
        freed.drainPermits();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      addWaiting(-1);
    }
  }

  private synchronized void addWaiting(int threads) {
    waiting += threads;
  }
}

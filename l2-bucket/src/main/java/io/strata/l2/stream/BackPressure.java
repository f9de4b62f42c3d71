package io.strata.l2.stream;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Lets threads wait until other threads free blocks. Thread-safe. */
final class BackPressure {
  /**
   * Maximum wait before a thread checks again: a block freed between its check and its wait does
   * not wake it.
   */
  private static final long CHECK_MILLIS = 5;

  private final Semaphore freed = new Semaphore(0);
  private volatile int waiting;

  /** Signals that blocks were freed. */
  void freed() {
    if (waiting > 0) {
      freed.release();
    }
  }

  /** Waits until blocks may have been freed; an interrupt ends the wait and stays set. */
  void await(long deadlineNanos) {
    long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
    addWaiting(1);
    try {
      // The caller checks in either case, woken or not.
      boolean woken =
          freed.tryAcquire(Math.max(1, Math.min(CHECK_MILLIS, left)), TimeUnit.MILLISECONDS);
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

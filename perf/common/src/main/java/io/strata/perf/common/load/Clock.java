package io.strata.perf.common.load;

import java.util.concurrent.locks.LockSupport;

/** The time that a thread of a load goes by. */
public interface Clock {
  /**
   * The system's. A thread that sleeps wakes up some 50 microseconds late, as the kernel's timers
   * do; spinning instead would take cores from a server on the same machine.
   */
  Clock PARKING = new SystemClock(0);

  /** The system's, where nothing else wants the cores: spins for the last 20 microseconds. */
  Clock SPINNING = new SystemClock(20_000);

  /** Returns nanoseconds from some moment on. */
  long nanos();

  /** Returns at that time, at once if it is past, or when the thread is interrupted. */
  void sleepUntil(long nanos);

  /**
   * {@link System#nanoTime()}.
   *
   * @param spinNanos of which a sleep's end is spun
   */
  record SystemClock(long spinNanos) implements Clock {
    @Override
    public long nanos() {
      return System.nanoTime();
    }

    @Override
    public void sleepUntil(long nanos) {
      long left = nanos - System.nanoTime();
      while (left > 0 && !Thread.currentThread().isInterrupted()) {
        if (left > spinNanos) {
          LockSupport.parkNanos(this, left);
        } else {
          Thread.onSpinWait();
        }
        left = nanos - System.nanoTime();
      }
    }
  }
}

package io.strata.perf.common.load;

import java.util.concurrent.locks.LockSupport;

/** The clock of a load thread. */
public interface Clock {
  /**
   * The system clock with parking sleeps. A sleeping thread wakes up about 50 microseconds late, as
   * the kernel's timers do; spinning would take cores from a server on the same machine.
   */
  Clock PARKING = new SystemClock(0);

  /** The system clock for idle machines: a sleep spins for its last 20 microseconds. */
  Clock SPINNING = new SystemClock(20_000);

  /** Returns nanoseconds since an arbitrary origin. */
  long nanos();

  /** Sleeps until a time, or until the thread is interrupted; returns at once if it is past. */
  void sleepUntil(long nanos);

  /**
   * The clock of {@link System#nanoTime()}.
   *
   * @param spinNanos the last part of a sleep, which is spent spinning
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

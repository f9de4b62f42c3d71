package io.strata.perf.load;

import java.util.concurrent.locks.LockSupport;

/** The time that a thread of a load goes by. */
interface Clock {
  /**
   * The system's. A thread that sleeps wakes up some 50 microseconds late, as the kernel's timers
   * do; spinning instead would take cores from a server on the same machine.
   */
  Clock SYSTEM =
      new Clock() {
        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public void sleepUntil(long nanos) {
          long left = nanos - System.nanoTime();
          while (left > 0 && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(this, left);
            left = nanos - System.nanoTime();
          }
        }
      };

  /** Nanoseconds from some moment on. */
  long nanos();

  /** Returns at that time, at once if it is past, or when the thread is interrupted. */
  void sleepUntil(long nanos);
}

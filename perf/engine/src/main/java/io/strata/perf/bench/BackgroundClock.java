package io.strata.perf.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.HdrHistogram.Histogram;

/**
 * Measures the CPU time of each step of Strata's background thread, from outside: that thread
 * sleeps for a moment before each step, so its CPU time between two such moments is that of one
 * step and the way there. If this clock's own thread misses a moment, because it was preempted, two
 * steps count as one. So no step is longer than reported.
 *
 * <p>Confined to one thread; takes a core until it is stopped.
 */
final class BackgroundClock {
  private static final String BACKGROUND = "strata-l2-maintenance";
  private static final long MAX_NANOS = 1L << 40;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Thread background;
  private final Thread watcher = new Thread(this::watch, "background-clock");

  /** The CPU times of the steps, in nanoseconds. Written by the watcher until it ends. */
  private final Histogram steps = new Histogram(MAX_NANOS, 3);

  private volatile boolean stopped;

  /** Starts to measure a thread that sleeps before each step. */
  BackgroundClock(Thread background) {
    this.background = background;
    watcher.setDaemon(true);
    watcher.start();
  }

  /** Starts to measure the only store of this process, which has begun background work. */
  static BackgroundClock ofStore() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(BACKGROUND))
        .findAny()
        .map(BackgroundClock::new)
        .orElseThrow(() -> new IllegalStateException("There is no thread " + BACKGROUND + "."));
  }

  private void watch() {
    awaitSleep();
    long last = processorNanos();
    while (!stopped) {
      while (sleeps() && !stopped) {
        Thread.onSpinWait();
      }
      awaitSleep();
      long now = processorNanos();
      // If it is awake again, the next step may have begun before the time was read.
      if (sleeps()) {
        steps.recordValue(now - last);
        last = now;
      }
    }
  }

  private void awaitSleep() {
    while (!sleeps() && !stopped) {
      Thread.onSpinWait();
    }
  }

  /** The thread waits without a time limit for work and locks, and with one before a step. */
  private boolean sleeps() {
    return background.getState() == Thread.State.TIMED_WAITING;
  }

  private long processorNanos() {
    return THREADS.getThreadCpuTime(background.getId());
  }

  /** Stops measuring and returns the CPU times of the steps, in nanoseconds. */
  Histogram stop() throws InterruptedException {
    stopped = true;
    watcher.join();
    return steps;
  }
}

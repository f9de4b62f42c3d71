package io.strata.perf.load;

import io.strata.perf.data.Mode;

/**
 * How fast a load sends.
 *
 * @param mode at full speed or at a fixed rate
 * @param operationsPerSecond of all threads together if the rate is fixed, else 0
 */
public record Pace(Mode mode, double operationsPerSecond) {
  private static final double NANOS = 1e9;

  /** For {@link #peak()} and {@link #paced(double)}. */
  public Pace {
    if (mode == Mode.PACED && !(operationsPerSecond > 0)) {
      throw new IllegalArgumentException("A rate is above 0, not " + operationsPerSecond + ".");
    }
  }

  /** Each thread sends as soon as its last operation is answered. */
  public static Pace peak() {
    return new Pace(Mode.PEAK, 0);
  }

  /**
   * All threads together send at a fixed rate, in equal steps.
   *
   * @param operationsPerSecond above 0
   */
  public static Pace paced(double operationsPerSecond) {
    return new Pace(Mode.PACED, operationsPerSecond);
  }

  /**
   * When a thread's operations are due: at a fixed rate the threads take turns, so that no two
   * operations are due at once.
   *
   * @param start of the load, on the clock of {@link System#nanoTime()}
   */
  Schedule schedule(long start, int threads, int thread) {
    if (mode == Mode.PEAK) {
      return (number, free) -> free;
    }
    double step = NANOS / operationsPerSecond;
    return (number, free) -> start + (long) (((double) number * threads + thread) * step);
  }
}

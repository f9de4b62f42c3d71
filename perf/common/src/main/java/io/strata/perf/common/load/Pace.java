package io.strata.perf.common.load;

/**
 * The send rate of a load.
 *
 * @param operationsPerSecond the rate of all threads together, or infinity for full speed
 */
public record Pace(double operationsPerSecond) {
  private static final double NANOS = 1e9;

  /** Rejects rates that are not positive. */
  public Pace {
    if (!(operationsPerSecond > 0)) {
      throw new IllegalArgumentException(
          "A rate must be above 0, not " + operationsPerSecond + ".");
    }
  }

  /** Returns full speed: each thread sends as soon as it has the response to its last request. */
  public static Pace peak() {
    return new Pace(Double.POSITIVE_INFINITY);
  }

  /**
   * Returns a fixed rate of all threads together, in equal steps.
   *
   * @param operationsPerSecond above 0
   */
  public static Pace paced(double operationsPerSecond) {
    return new Pace(operationsPerSecond);
  }

  /** Returns whether the rate is fixed. */
  public boolean isPaced() {
    return operationsPerSecond != Double.POSITIVE_INFINITY;
  }

  /**
   * Returns the time at which an operation is due, on the clock of the load.
   *
   * @param start the start of the load
   * @param number the number of the operation among all threads, from 0
   * @param free the time since which the thread is idle
   */
  long due(long start, long number, long free) {
    return isPaced() ? start + (long) (number * (NANOS / operationsPerSecond)) : free;
  }
}

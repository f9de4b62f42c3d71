package io.strata.perf.common.load;

/**
 * How fast a load sends.
 *
 * @param operationsPerSecond of all threads together, or infinity at full speed
 */
public record Pace(double operationsPerSecond) {
  private static final double NANOS = 1e9;

  /** Rejects what is no rate. */
  public Pace {
    if (!(operationsPerSecond > 0)) {
      throw new IllegalArgumentException("A rate is above 0, not " + operationsPerSecond + ".");
    }
  }

  /** Each thread sends as soon as its last operation is answered. */
  public static Pace peak() {
    return new Pace(Double.POSITIVE_INFINITY);
  }

  /**
   * All threads together send at a fixed rate, in equal steps.
   *
   * @param operationsPerSecond above 0
   */
  public static Pace paced(double operationsPerSecond) {
    return new Pace(operationsPerSecond);
  }

  /** Whether the rate is fixed. */
  public boolean isPaced() {
    return operationsPerSecond != Double.POSITIVE_INFINITY;
  }

  /**
   * Returns when an operation is due, on the clock of the load.
   *
   * @param start of the load
   * @param number of the operation among those of all threads, from 0
   * @param free since when its thread has nothing else to do
   */
  long due(long start, long number, long free) {
    return isPaced() ? start + (long) (number * (NANOS / operationsPerSecond)) : free;
  }
}

package io.strata.perf.common.load;

import java.time.Duration;

/**
 * The time window of a load, on the clock of {@link System#nanoTime()}.
 *
 * @param start the start of sending
 * @param begin the start of measuring
 * @param end the end of measuring
 */
public record Window(long start, long begin, long end) {
  /** The length of the intervals in which rows are counted. */
  public static final int INTERVAL_MILLIS = 250;

  private static final long INTERVAL_NANOS = INTERVAL_MILLIS * 1_000_000L;

  static Window from(long start, Duration warmUp, Duration measured) {
    long begin = start + warmUp.toNanos();
    return new Window(start, begin, begin + measured.toNanos());
  }

  boolean contains(long time) {
    return time - begin >= 0 && time - end < 0;
  }

  int intervals() {
    return intervalOf(end - 1) + 1;
  }

  int intervalOf(long time) {
    return (int) ((time - begin) / INTERVAL_NANOS);
  }

  /**
   * Returns the time at which to give up overdue operations because the server does not keep up:
   * the length of measuring after its end.
   */
  long limit() {
    return end + (end - begin);
  }
}

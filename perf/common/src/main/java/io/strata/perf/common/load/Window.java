package io.strata.perf.common.load;

import java.time.Duration;

/**
 * The times of a load, on the clock of {@link System#nanoTime()}.
 *
 * @param start of sending
 * @param begin of measuring
 * @param end of measuring
 */
public record Window(long start, long begin, long end) {
  /** The intervals in which rows are counted. */
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
   * When to stop with operations that are due but cannot be sent, since the server does not keep
   * up: when as much time has passed again.
   */
  long limit() {
    return end + (end - begin);
  }
}

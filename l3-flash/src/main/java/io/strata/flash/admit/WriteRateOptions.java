package io.strata.flash.admit;

import java.util.function.LongSupplier;

/**
 * The write-rate limits of a store. Immutable.
 *
 * @param maxWriteBytesPerSecond to all devices together, including headers, snapshots and
 *     reinsertions; 0 for no limit
 * @param reinsertedShare of a region's bytes, 0 to {@link #MAX_REINSERTED}, that may be reinserted
 *     before the region is overwritten, from blocks read since they were written; 0 disables
 *     reinsertion
 * @param nanoTime a clock in nanoseconds, as {@link System#nanoTime}
 */
public record WriteRateOptions(
    long maxWriteBytesPerSecond, double reinsertedShare, LongSupplier nanoTime) {
  /** With a larger share, a ring would mostly be filled with its own blocks. */
  public static final double MAX_REINSERTED = 0.5;

  /**
   * One tenth. A reinserted byte wears the device as a new one does, takes the space of a new one,
   * and may have been read only once. So the device is written at most a tenth more, and the
   * hottest tenth of its contents stays as long as it is read once per lap of the ring.
   */
  public static final double REINSERTED = 0.1;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a value is out of range; the message tells what to change
   */
  public WriteRateOptions {
    if (maxWriteBytesPerSecond < 0) {
      throw new IllegalArgumentException(
          "maxWriteBytesPerSecond=%d: must be 0 or more. Use 0 for no limit."
              .formatted(maxWriteBytesPerSecond));
    }
    if (!(reinsertedShare >= 0 && reinsertedShare <= MAX_REINSERTED)) {
      throw new IllegalArgumentException(
          "reinsertedShare=%s: must be from 0 to %s.".formatted(reinsertedShare, MAX_REINSERTED));
    }
  }

  /** Returns the defaults: no limit, and a tenth reinserted. */
  public static WriteRateOptions defaults() {
    return new WriteRateOptions(0, REINSERTED, System::nanoTime);
  }

  /** Returns a copy with this limit in bytes per second; 0 for none. */
  public WriteRateOptions withMaxWriteBytesPerSecond(long bytes) {
    return new WriteRateOptions(bytes, reinsertedShare, nanoTime);
  }

  /** Returns a copy with this share of a region that may be reinserted; 0 for none. */
  public WriteRateOptions withReinsertedShare(double share) {
    return new WriteRateOptions(maxWriteBytesPerSecond, share, nanoTime);
  }

  /** Returns a copy with this clock. */
  public WriteRateOptions withClock(LongSupplier other) {
    return new WriteRateOptions(maxWriteBytesPerSecond, reinsertedShare, other);
  }

  /** Creates a limiter with these options. */
  public WriteRateLimiter newLimiter() {
    return new WriteRateLimiter(maxWriteBytesPerSecond, nanoTime);
  }
}

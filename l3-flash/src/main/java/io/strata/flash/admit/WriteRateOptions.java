package io.strata.flash.admit;

import java.util.function.LongSupplier;

/**
 * How much may be written to the devices. Immutable.
 *
 * @param maxWriteBytesPerSecond to all devices together, headers and whatever else is written
 *     included; 0 when there is no limit
 * @param reinsertedShare of a region's bytes, 0 to {@link #MAX_REINSERTED}: how many may be
 *     written again when the region's turn to be overwritten comes, of blocks that were read since
 *     they were written. 0 when none may
 * @param nanoTime the time in nanoseconds since some moment, as {@link System#nanoTime}
 */
public record WriteRateOptions(
    long maxWriteBytesPerSecond, double reinsertedShare, LongSupplier nanoTime) {
  /** Beyond this a ring were filled with what it holds already. */
  public static final double MAX_REINSERTED = 0.5;

  /**
   * A tenth: each byte that is written again wears the device as a new one does, takes the place of
   * one, and was read perhaps once. So a device is written to a tenth more than without, at most,
   * and the hottest tenth of what it holds stays for as long as it is read once each lap.
   */
  public static final double REINSERTED = 0.1;

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException when it is left; the message says what to change
   */
  public WriteRateOptions {
    if (maxWriteBytesPerSecond < 0) {
      throw new IllegalArgumentException(
          "There cannot be %d bytes written a second: give 1 or more, or 0 for no limit."
              .formatted(maxWriteBytesPerSecond));
    }
    if (!(reinsertedShare >= 0 && reinsertedShare <= MAX_REINSERTED)) {
      throw new IllegalArgumentException(
          "There cannot be %s of a region written again: give a share from 0 to %s."
              .formatted(reinsertedShare, MAX_REINSERTED));
    }
  }

  /** As usual: no limit, and a tenth written again. */
  public static WriteRateOptions usual() {
    return new WriteRateOptions(0, REINSERTED, System::nanoTime);
  }

  /** The same with a limit, in bytes a second; 0 for none. */
  public WriteRateOptions withMaxWriteBytesPerSecond(long bytes) {
    return new WriteRateOptions(bytes, reinsertedShare, nanoTime);
  }

  /** The same with another share of a region that may be written again; 0 for none. */
  public WriteRateOptions withReinsertedShare(double share) {
    return new WriteRateOptions(maxWriteBytesPerSecond, share, nanoTime);
  }

  /** The same with another clock. */
  public WriteRateOptions withClock(LongSupplier other) {
    return new WriteRateOptions(maxWriteBytesPerSecond, reinsertedShare, other);
  }

  /** A budget of so much. */
  public WriteRateLimiter limit() {
    return new WriteRateLimiter(maxWriteBytesPerSecond, nanoTime);
  }
}

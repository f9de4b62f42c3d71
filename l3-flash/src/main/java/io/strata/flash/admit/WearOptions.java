package io.strata.flash.admit;

import java.util.function.LongSupplier;

/**
 * How much may be written to the devices. Immutable.
 *
 * @param maxWriteBytesPerSecond to all devices together, headers and whatever else is written
 *     included; 0 when there is no limit
 * @param nanoTime the time in nanoseconds since some moment, as {@link System#nanoTime}
 */
public record WearOptions(long maxWriteBytesPerSecond, LongSupplier nanoTime) {
  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException when it is left; the message says what to change
   */
  public WearOptions {
    if (maxWriteBytesPerSecond < 0) {
      throw new IllegalArgumentException(
          "There cannot be %d bytes written a second: give 1 or more, or 0 for no limit."
              .formatted(maxWriteBytesPerSecond));
    }
  }

  /** As usual: no limit. */
  public static WearOptions usual() {
    return new WearOptions(0, System::nanoTime);
  }

  /** The same with a limit, in bytes a second; 0 for none. */
  public WearOptions withMaxWriteBytesPerSecond(long bytes) {
    return new WearOptions(bytes, nanoTime);
  }

  /** The same with another clock. */
  public WearOptions withClock(LongSupplier other) {
    return new WearOptions(maxWriteBytesPerSecond, other);
  }

  /** A budget of so much. */
  public WearLimit limit() {
    return new WearLimit(maxWriteBytesPerSecond, nanoTime);
  }
}

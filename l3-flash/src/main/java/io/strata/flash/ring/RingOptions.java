package io.strata.flash.ring;

/**
 * The options of a ring. Immutable.
 *
 * @param regionBytes size of a region in bytes, a multiple of {@link
 *     io.strata.flash.device.DeviceFile#ALIGNMENT}
 * @param buffersPerDevice regions of a device that may be in memory at a time, 2 or more
 * @param margin how many regions before its space is overwritten a region is retired, 1 or more
 * @param readFailures consecutive failed reads after which a device goes out of service, 1 or more
 * @param probeMillis interval at which a failed device is probed, 1 or more
 * @param closeMillis maximum time that a close waits for a device, 1 or more
 */
public record RingOptions(
    int regionBytes,
    int buffersPerDevice,
    int margin,
    int readFailures,
    long probeMillis,
    long closeMillis) {
  /**
   * Enough for a snapshot of some gigabytes, and less than the timeout of a server's stop script.
   */
  private static final long DEFAULT_CLOSE_MILLIS = 30_000;

  /** The minimum number of regions that are neither open nor retired. */
  public static final int MIN_READABLE = 2;

  private static final int MIN_BUFFERS = 2;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a value is out of range; the message tells what to change
   */
  public RingOptions {
    atLeast(MIN_BUFFERS, buffersPerDevice, "buffersPerDevice");
    atLeast(1, margin, "margin");
    atLeast(1, readFailures, "readFailures");
    atLeast(1, probeMillis, "probeMillis");
    atLeast(1, closeMillis, "closeMillis");
  }

  /** Creates options with the default time for a close. */
  public RingOptions(
      int regionBytes, int buffersPerDevice, int margin, int readFailures, long probeMillis) {
    this(regionBytes, buffersPerDevice, margin, readFailures, probeMillis, DEFAULT_CLOSE_MILLIS);
  }

  private static void atLeast(int min, long value, String name) {
    if (value < min) {
      throw new IllegalArgumentException("%s=%d: must be %d or more.".formatted(name, value, min));
    }
  }

  /** Returns a copy with this region size in bytes. */
  public RingOptions withRegionBytes(int bytes) {
    return new RingOptions(bytes, buffersPerDevice, margin, readFailures, probeMillis, closeMillis);
  }

  /** Returns a copy with this time for a close, in milliseconds. */
  public RingOptions withCloseMillis(long millis) {
    return new RingOptions(
        regionBytes, buffersPerDevice, margin, readFailures, probeMillis, millis);
  }

  /** Returns the minimum number of regions of a ring. */
  public int minRegions() {
    return buffersPerDevice + margin + MIN_READABLE;
  }
}

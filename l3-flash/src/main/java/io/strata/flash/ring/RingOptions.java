package io.strata.flash.ring;

/**
 * How a ring is made. Immutable.
 *
 * @param regionBytes of a region; a multiple of the alignment of a device
 * @param buffersPerDevice regions of a device that may be in memory at a time, 2 or more
 * @param margin how many regions before its turn a place is given to no reader any more, 1 or more
 * @param readFailures how many reads of a device must fail, with none between them that does not,
 *     for the device to be given up, 1 or more
 * @param probeMillis how often a device that failed is tried, 1 or more
 * @param closeMillis how long a close waits for a device at most, 1 or more
 */
public record RingOptions(
    int regionBytes,
    int buffersPerDevice,
    int margin,
    int readFailures,
    long probeMillis,
    long closeMillis) {
  /** Time for a snapshot of some gigabytes, and less than what stops a server waits for. */
  private static final long USUAL_CLOSE_MILLIS = 30_000;

  /** Regions of a ring beyond which are neither open nor retired. */
  public static final int MIN_READABLE = 2;

  private static final int FEWEST_BUFFERS = 2;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException when one is left; the message says what to change
   */
  public RingOptions {
    atLeast(FEWEST_BUFFERS, buffersPerDevice, "buffers of a device");
    atLeast(1, margin, "regions that are not read any more");
    atLeast(1, readFailures, "failed reads");
    atLeast(1, probeMillis, "milliseconds between probes");
    atLeast(1, closeMillis, "milliseconds for a close");
  }

  /** With the usual time for a close. */
  public RingOptions(
      int regionBytes, int buffersPerDevice, int margin, int readFailures, long probeMillis) {
    this(regionBytes, buffersPerDevice, margin, readFailures, probeMillis, USUAL_CLOSE_MILLIS);
  }

  private static void atLeast(int least, long value, String what) {
    if (value < least) {
      throw new IllegalArgumentException(
          "There cannot be %d %s: give %d at least.".formatted(value, what, least));
    }
  }

  /** The same with regions of another size, in bytes. */
  public RingOptions withRegionBytes(int bytes) {
    return new RingOptions(bytes, buffersPerDevice, margin, readFailures, probeMillis, closeMillis);
  }

  /** The same with another time for a close, in milliseconds. */
  public RingOptions withCloseMillis(long millis) {
    return new RingOptions(
        regionBytes, buffersPerDevice, margin, readFailures, probeMillis, millis);
  }

  /** How many regions a ring must have at least. */
  public int fewestRegions() {
    return buffersPerDevice + margin + MIN_READABLE;
  }
}

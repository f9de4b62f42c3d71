package io.strata.flash.restart;

/**
 * Decides when the next snapshot is due, so that snapshots stay a small share of what is written to
 * the device. Thread-safe.
 *
 * <p>Each byte written to the device earns a credit of one, and each byte of a snapshot costs
 * {@link #DATA_PER_SNAPSHOT_BYTE}. A snapshot is due when the credit pays for one as large as the
 * last, and some regions were written since. So all snapshots together, except the first and that
 * of a close, take no more than that share of the data, whatever the device's size.
 *
 * <p>The restart after a kill pays for this. It reads the regions written since the last snapshot:
 * for a snapshot of n bytes, up to n × {@link #DATA_PER_SNAPSHOT_BYTE} bytes. With blocks of usual
 * size that is some hundredths of the device, read in the background while the store serves. A
 * clean close writes a snapshot, and the restart after it reads no regions.
 */
final class SnapshotBudget {
  /** Bytes of data per byte of snapshots: snapshots are 2 % of the data. */
  static final int DATA_PER_SNAPSHOT_BYTE = 50;

  private final int minRegions;
  private long credit;
  private long last;
  private int regions;

  /**
   * @param minRegions regions written between two snapshots, 1 or more
   * @param last bytes of the existing snapshot, 0 for none
   */
  SnapshotBudget(int minRegions, long last) {
    this.minRegions = minRegions;
    this.last = last;
  }

  /**
   * Records that a region was written.
   *
   * @param bytes of the region
   * @return whether a snapshot is due
   */
  synchronized boolean regionWritten(long bytes) {
    credit += bytes;
    regions++;
    return isDue();
  }

  /** Returns whether a snapshot is due. */
  synchronized boolean isDue() {
    return regions >= minRegions && credit >= last * DATA_PER_SNAPSHOT_BYTE;
  }

  /** Records a snapshot of this many bytes, complete or failed. */
  synchronized void spent(long bytes) {
    credit -= bytes * DATA_PER_SNAPSHOT_BYTE;
    last = bytes;
    regions = 0;
  }
}

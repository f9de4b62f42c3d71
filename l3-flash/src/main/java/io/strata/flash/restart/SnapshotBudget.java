package io.strata.flash.restart;

/**
 * When the next snapshot is due, so that snapshots stay a small share of what is written to the
 * device. Thread-safe.
 *
 * <p>What is written to the device earns credit, one byte for {@link #DATA_OF_SNAPSHOT}; a snapshot
 * spends its bytes. It is due when the credit pays for one as large as the last, and some regions
 * were written since. So all snapshots together, but the first and that of a close, take no more
 * than that share of the data, whatever the device's size. The price is paid by the restart after a
 * kill: it reads the regions that came since the last snapshot, for a snapshot of n bytes as many
 * as hold n × {@link #DATA_OF_SNAPSHOT}. With blocks of usual size that is some hundredths of the
 * device, read in the background while the store serves. A clean close writes a snapshot, and a
 * restart after it reads none.
 */
final class SnapshotBudget {
  /** Bytes of data for each byte of snapshots: snapshots are 2 % of the data. */
  static final int DATA_OF_SNAPSHOT = 50;

  private final int minRegions;
  private long credit;
  private long last;
  private int regions;

  /**
   * @param minRegions written between two snapshots, 1 or more
   * @param last bytes of the snapshot that is there, 0 for none
   */
  SnapshotBudget(int minRegions, long last) {
    this.minRegions = minRegions;
    this.last = last;
  }

  /**
   * A region was written.
   *
   * @param bytes of it
   * @return whether a snapshot is due
   */
  synchronized boolean regionWritten(long bytes) {
    credit += bytes;
    regions++;
    return isDue();
  }

  /** Whether a snapshot is due. */
  synchronized boolean isDue() {
    return regions >= minRegions && credit >= last * DATA_OF_SNAPSHOT;
  }

  /** A snapshot of so many bytes was written, or as many of one that failed. */
  synchronized void spent(long bytes) {
    credit -= bytes * DATA_OF_SNAPSHOT;
    last = bytes;
    regions = 0;
  }
}

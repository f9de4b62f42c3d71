package io.strata.flash.restart;

import java.util.UUID;

/**
 * Whether a store finds again what it has left on its devices. Immutable.
 *
 * @param warm whether it does
 * @param store whose blocks they are: regions that another store has left are not taken for its
 *     own. The owner gives the same as long as keys and attributes of blocks mean the same
 * @param snapshotRegions after how many regions that a device has written its index is written down
 *     anew at the earliest, 1 or more; later where the index is large, so that snapshots stay a
 *     small share of what is written to the device ({@link SnapshotBudget})
 */
public record RecoveryOptions(boolean warm, UUID store, int snapshotRegions) {
  private static final int SNAPSHOT_REGIONS = 256;

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException when it is left; the message says what to change
   */
  public RecoveryOptions {
    if (snapshotRegions < 1) {
      throw new IllegalArgumentException(
          "An index cannot be written down every %d regions: give 1 at least."
              .formatted(snapshotRegions));
    }
  }

  /** A store that begins empty, and whose regions no later start takes for its own. */
  public static RecoveryOptions cold() {
    return new RecoveryOptions(false, UUID.randomUUID(), SNAPSHOT_REGIONS);
  }

  /** A store that finds its blocks again. */
  public static RecoveryOptions warm(UUID store) {
    return new RecoveryOptions(true, store, SNAPSHOT_REGIONS);
  }
}

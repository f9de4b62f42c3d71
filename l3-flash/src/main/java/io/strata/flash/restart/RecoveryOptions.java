package io.strata.flash.restart;

import java.util.UUID;

/**
 * The options of recovery. Immutable.
 *
 * @param warm whether the store restores its blocks from its devices
 * @param store the id of the store: regions with another id are not restored. The owner passes the
 *     same id as long as the keys and attributes of blocks keep their meaning
 * @param snapshotRegions minimum number of regions that a device writes between two snapshots of
 *     its index, 1 or more; more are written where the index is large, so that snapshots stay a
 *     small share of what is written ({@link SnapshotBudget})
 */
public record RecoveryOptions(boolean warm, UUID store, int snapshotRegions) {
  private static final int SNAPSHOT_REGIONS = 256;

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException if a value is out of range; the message tells what to change
   */
  public RecoveryOptions {
    if (snapshotRegions < 1) {
      throw new IllegalArgumentException(
          "snapshotRegions=%d: must be 1 or more.".formatted(snapshotRegions));
    }
  }

  /**
   * Returns the options of a store that begins empty, and whose regions no later start restores.
   */
  public static RecoveryOptions cold() {
    return new RecoveryOptions(false, UUID.randomUUID(), SNAPSHOT_REGIONS);
  }

  /** Returns the options of a store that restores its blocks. */
  public static RecoveryOptions warm(UUID store) {
    return new RecoveryOptions(true, store, SNAPSHOT_REGIONS);
  }
}

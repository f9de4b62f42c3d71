package io.strata.replay.engine;

import io.strata.l2.StoreOptions;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.layout.Header;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.policy.Policies;

/**
 * Buckets that together hold so many blocks of one size.
 *
 * @param buckets how many of them
 * @param slots how many blocks each holds
 */
record BucketGeometry(int buckets, int slots) {
  private static final int MAX_SLOTS =
      BucketLayout.BUCKET_BYTES / (BucketLayout.MIN_SLOT_BYTES + Header.BYTES);

  /**
   * The fewest buckets that hold so many blocks, 2 or more; of many, up to half a block for each
   * bucket more or fewer.
   */
  static BucketGeometry holding(int entries) {
    if (entries < 2) {
      throw new IllegalArgumentException(
          "The engine holds 2 blocks at least, not " + entries + ": give it a larger share.");
    }
    int buckets = (entries + MAX_SLOTS - 1) / MAX_SLOTS;
    return new BucketGeometry(buckets, Math.min(MAX_SLOTS, Math.round((float) entries / buckets)));
  }

  int entries() {
    return buckets * slots;
  }

  /** Bytes of each block: as large as it can be. */
  int slotBytes() {
    int bytes = BucketLayout.BUCKET_BYTES / slots - Header.BYTES;
    return bytes / BucketLayout.ALIGNMENT * BucketLayout.ALIGNMENT;
  }

  StoreOptions options(Policies policy) {
    long bytes = (long) buckets * BucketLayout.BUCKET_BYTES;
    int heads = Integer.highestOneBit(4 * entries());
    CapacityPlan plan = new CapacityPlan(bytes, buckets, heads, 0);
    return StoreOptions.of(plan)
        .withSizeClasses(SizeClasses.of(slotBytes()))
        .withPolicy(policy)
        .withWriters(1, 2)
        .withHandOver(Integer.MAX_VALUE);
  }
}

package io.strata.replay.engine;

import io.strata.l2.StoreOptions;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.layout.Header;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.policy.Policies;

/**
 * A number of buckets that together hold a number of blocks of one size.
 *
 * @param buckets the number of buckets
 * @param slots blocks per bucket
 */
record BucketGeometry(int buckets, int slots) {
  private static final int MAX_SLOTS =
      BucketLayout.BUCKET_BYTES / (BucketLayout.MIN_SLOT_BYTES + Header.BYTES);

  /**
   * Returns the geometry with the fewest buckets for a number of blocks, 2 or more. For many
   * blocks, the capacity may differ by up to half a block per bucket.
   */
  static BucketGeometry holding(int entries) {
    if (entries < 2) {
      throw new IllegalArgumentException(
          "The engine holds at least 2 blocks, not " + entries + ". Raise the cache's size.");
    }
    int buckets = (entries + MAX_SLOTS - 1) / MAX_SLOTS;
    return new BucketGeometry(buckets, Math.min(MAX_SLOTS, Math.round((float) entries / buckets)));
  }

  int entries() {
    return buckets * slots;
  }

  /** Returns the maximum bytes of each block. */
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

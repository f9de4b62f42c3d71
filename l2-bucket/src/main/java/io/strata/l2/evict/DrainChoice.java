package io.strata.l2.evict;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.pool.FormattedBucket;
import io.strata.l2.pool.SizeClass;
import io.strata.l2.pool.BucketPool;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Which class gets a bucket, which gives it, and which of its buckets that is. Thread-safe; looks
 * at a bounded number of slots.
 */
final class DrainChoice {
  /**
   * A bucket that is drained is of no use until the last reader of its blocks unpins it, so only
   * one in so many may be in that state.
   */
  private static final int BUCKETS_FOR_ONE_DRAINING = 64;

  /** Buckets of a class that are looked at to find the emptiest, and slots in each, for pins. */
  private static final int CANDIDATES = 16;

  private static final int SLOTS_LOOKED_AT = 128;

  private final SlotTable slots;
  private final BucketPool pool;
  private final AtomicInteger rotation = new AtomicInteger();

  DrainChoice(StoreCore core) {
    this.slots = core.slots();
    this.pool = core.pool();
  }

  /** The class in use with the least surplus that the readiest should give a bucket. */
  @Nullable SizeClass neediest() {
    SizeClass donor = readiest(null);
    if (donor == null) {
      return null;
    }
    long readiness = donor.balance().readiness();
    pool.total().setReadiest(readiness);
    SizeClass neediest = null;
    for (SizeClass each : pool.knownClasses()) {
      if (each != donor
          && each.balance().shouldGetFrom(readiness)
          && pool.isInUse(each)
          && (neediest == null || each.balance().surplus() < neediest.balance().surplus())) {
        neediest = each;
      }
    }
    return neediest;
  }

  /** The class, other than this one, that is readiest to give a bucket; null where none has one. */
  @Nullable SizeClass readiest(@Nullable SizeClass other) {
    SizeClass readiest = null;
    for (SizeClass each : pool.knownClasses()) {
      if (each != other
          && each.hasBuckets()
          && (readiest == null || each.balance().readiness() > readiest.balance().readiness())
          && !isNeededWhole(each)) {
        readiest = each;
      }
    }
    return readiest;
  }

  /**
   * Whether the class has one bucket, in which blocks go on that begin elsewhere and are more than
   * a bucket together: there may be no slots to move the whole of them to.
   */
  private boolean isNeededWhole(SizeClass sizeClass) {
    FormattedBucket bucket = sizeClass.bucketCount() == 1 ? sizeClass.bucketAt(0) : null;
    long bytes = 0;
    for (int slot = 0; bucket != null && slot < bucket.slotCount(); slot++) {
      int first = slots.firstOf(bucket.handle(slot));
      bytes += first == Handle.NONE ? 0 : slots.length(first);
    }
    return bytes > BucketLayout.BUCKET_BYTES / 2;
  }

  /**
   * Whether one bucket more may be drained.
   *
   * @param more than usual may be
   */
  boolean mayDrain(int more) {
    int most = Math.max(1, pool.liveBuckets() / BUCKETS_FOR_ONE_DRAINING) + more;
    return pool.drainingBuckets() < most;
  }

  /**
   * Begins to drain the emptiest of some buckets of a class.
   *
   * @param pinned whether one with pinned blocks will do, which comes empty later
   */
  @Nullable FormattedBucket beginDrain(SizeClass donor, boolean pinned) {
    FormattedBucket emptiest = null;
    int count = donor.bucketCount();
    int start = rotation.getAndAdd(CANDIDATES) & Integer.MAX_VALUE >>> 1;
    for (int i = 0; i < Math.min(CANDIDATES, count); i++) {
      FormattedBucket each = donor.bucketAt((start + i) % count);
      if (each != null
          && (emptiest == null || each.freeSlots() > emptiest.freeSlots())
          && (pinned || !isPinned(each))) {
        emptiest = each;
      }
    }
    return emptiest != null && pool.beginDrain(emptiest) ? emptiest : null;
  }

  private boolean isPinned(FormattedBucket bucket) {
    int step = 1 + (bucket.slotCount() - 1) / SLOTS_LOOKED_AT;
    for (int slot = 0; slot < bucket.slotCount(); slot += step) {
      int handle = bucket.handle(slot);
      int first = slots.firstOf(handle);
      // A block that was evicted holds a drain up as well while it is pinned.
      if (Meta.pins(slots.meta(first == Handle.NONE ? handle : first)) > 0) {
        return true;
      }
    }
    return false;
  }
}

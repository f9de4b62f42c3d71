package io.strata.l2.evict;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.pool.FormattedBucket;
import io.strata.l2.pool.SizeClass;
import io.strata.l2.slot.SlotTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the class that gets a bucket, the class that gives it, and the bucket. Thread-safe;
 * examines a bounded number of slots.
 */
final class DrainChoice {
  /**
   * One bucket of this many may be draining: a draining bucket is useless until the last reader of
   * its blocks unpins them.
   */
  private static final int BUCKETS_FOR_ONE_DRAINING = 64;

  /**
   * Buckets to examine for the emptiest, of those with free slots and of all, and slots to examine
   * in each for pins.
   */
  private static final int CANDIDATES = 16;

  private static final int SLOTS_EXAMINED = 128;

  private final SlotTable slots;
  private final BucketPool pool;
  private final AtomicInteger rotation = new AtomicInteger();

  DrainChoice(StoreCore core) {
    this.slots = core.slots();
    this.pool = core.pool();
  }

  /** Returns the class in use with the smallest surplus that should get a bucket, or null. */
  @Nullable SizeClass neediest() {
    SizeClass source = readiestToMove(null);
    if (source == null) {
      return null;
    }
    long readiness = source.balance().readiness();
    pool.total().setReadiest(readiness);
    SizeClass neediest = null;
    for (SizeClass each : pool.knownClasses()) {
      if (each != source
          && each.balance().shouldGetFrom(readiness)
          && pool.isInUse(each)
          && (neediest == null || each.balance().surplus() < neediest.balance().surplus())) {
        neediest = each;
      }
    }
    return neediest;
  }

  /**
   * As {@link #readiest}, unless the class is owed more than it can give, or its bucket is the only
   * one for the largest blocks.
   */
  @Nullable SizeClass readiestToMove(@Nullable SizeClass other) {
    return readiest(
        other,
        each -> each.balance().surplus() >= 0 && !isNeededWhole(each) && !isNeededForLargest(each));
  }

  /** Returns the class other than this one that is readiest to give up a bucket, or null. */
  @Nullable SizeClass readiest(@Nullable SizeClass other) {
    return readiest(other, each -> !isNeededWhole(each));
  }

  private @Nullable SizeClass readiest(@Nullable SizeClass other, Predicate<SizeClass> mayGive) {
    SizeClass readiest = null;
    for (SizeClass each : pool.knownClasses()) {
      if (each != other
          && each.hasBuckets()
          && (readiest == null || each.balance().readiness() > readiest.balance().readiness())
          && mayGive.test(each)) {
        readiest = each;
      }
    }
    return readiest;
  }

  /**
   * Returns whether no other bucket has slots as large as this class's last one, and that one holds
   * a block worth more than those that are to be evicted. The next block of this size would
   * otherwise find no slot, and a whole bucket would be evicted for it.
   */
  private boolean isNeededForLargest(SizeClass sizeClass) {
    FormattedBucket bucket = sizeClass.bucketCount() == 1 ? sizeClass.bucketAt(0) : null;
    if (bucket == null
        || !pool.isInUse(sizeClass)
        || pool.largerThan(sizeClass).stream().anyMatch(SizeClass::hasBuckets)) {
      return false;
    }
    for (int slot = 0; slot < bucket.slotCount(); slot++) {
      int holder = Sample.holder(slots, bucket.handle(slot));
      if (holder != Handle.NONE && !Meta.isVictim(slots.meta(holder))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether the class has one bucket, which holds a part of a block that begins elsewhere
   * and is longer than a bucket: there may be no slots to move this block to.
   */
  private boolean isNeededWhole(SizeClass sizeClass) {
    FormattedBucket bucket = sizeClass.bucketCount() == 1 ? sizeClass.bucketAt(0) : null;
    for (int slot = 0; bucket != null && slot < bucket.slotCount(); slot++) {
      int first = slots.firstOf(bucket.handle(slot));
      if (first != Handle.NONE && slots.length(first) > BucketLayout.BUCKET_BYTES) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether another bucket may be drained.
   *
   * @param more how many more than usual
   */
  boolean mayDrain(int more) {
    int max = Math.max(1, pool.liveBuckets() / BUCKETS_FOR_ONE_DRAINING) + more;
    return pool.drainingBuckets() < max;
  }

  /**
   * Begins to drain the emptiest of some buckets of a class.
   *
   * @param pinned whether to accept one with pinned blocks, which becomes empty later
   */
  @Nullable FormattedBucket beginDrain(SizeClass source, boolean pinned) {
    FormattedBucket emptiest = null;
    for (FormattedBucket each : candidates(source)) {
      if ((emptiest == null || each.freeSlots() > emptiest.freeSlots())
          && (pinned || !isPinned(each))) {
        emptiest = each;
      }
    }
    return emptiest != null && pool.beginDrain(emptiest) ? emptiest : null;
  }

  /** However many buckets the class has, only those in its partial list have free slots. */
  private List<FormattedBucket> candidates(SizeClass source) {
    List<FormattedBucket> candidates = new ArrayList<>(source.partial(CANDIDATES));
    int count = source.bucketCount();
    int start = rotation.getAndAdd(CANDIDATES) & Integer.MAX_VALUE >>> 1;
    for (int i = 0; i < Math.min(CANDIDATES, count); i++) {
      FormattedBucket each = source.bucketAt((start + i) % count);
      if (each != null) {
        candidates.add(each);
      }
    }
    return candidates;
  }

  private boolean isPinned(FormattedBucket bucket) {
    int step = 1 + (bucket.slotCount() - 1) / SLOTS_EXAMINED;
    for (int slot = 0; slot < bucket.slotCount(); slot += step) {
      int handle = bucket.handle(slot);
      int first = slots.firstOf(handle);
      // An evicted block that is still pinned delays a drain, too.
      if (Meta.pins(slots.meta(first == Handle.NONE ? handle : first)) > 0) {
        return true;
      }
    }
    return false;
  }
}

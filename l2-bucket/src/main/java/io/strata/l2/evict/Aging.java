package io.strata.l2.evict;

import io.strata.l2.layout.Meta;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.space.CutBucket;
import io.strata.l2.space.SizeClass;
import io.strata.l2.space.Space;

/**
 * A slow hand over all buckets, which lowers what their blocks count as read. The hand of a class's
 * own clock ({@link Allocator}) moves only as blocks are evicted in that class: without this one,
 * what was read before the mix of sizes shifted would count as read for ever, and keep the memory
 * that other sizes need. For one thread at a time.
 *
 * <p>It passes over as many slots as were evicted, of classes alone in which clearly less is
 * evicted: a block there which is read once while the cache turns over stays as it is, and where
 * all classes evict alike, their own hands are enough.
 */
final class Aging {
  /** Where no class is under less pressure, a look must not cost all buckets. */
  private static final int MOST_BUCKETS_FOR_AN_EVICTION = 4;

  private static final int LAPS_IN_MEMORY = 4;

  private final SlotTable slots;
  private final Space space;

  /** Which bucket is next, and how many there were before it. */
  private long hand;

  Aging(SlotTable slots, Space space) {
    this.slots = slots;
    this.space = space;
  }

  /**
   * Passes over blocks of classes under clearly less pressure than this one, because it has evicted
   * what makes it look.
   */
  void passFor(SizeClass sizeClass) {
    int left = sizeClass.evictionsForALook();
    int most = Math.min(space.buckets(), left * MOST_BUCKETS_FOR_AN_EVICTION);
    for (int looked = 0; left > 0 && looked < most; looked++) {
      CutBucket bucket = space.bucket((int) (hand % space.buckets()));
      boolean inMemoryToo = hand / space.buckets() % LAPS_IN_MEMORY == 0;
      hand++;
      if (bucket != null && Donors.isUnderClearlyMore(sizeClass, bucket.sizeClass())) {
        pass(bucket, inMemoryToo);
        left -= bucket.slotCount();
      }
    }
  }

  private void pass(CutBucket bucket, boolean inMemoryToo) {
    for (int slot = 0; slot < bucket.slotCount(); slot++) {
      int handle = bucket.handle(slot);
      long meta = slots.meta(handle);
      if (Meta.isVisible(meta)
          && Meta.frequency(meta) > 0
          && (inMemoryToo || !Meta.isInMemory(meta))) {
        // If a reader came between, the block is worth what it was.
        slots.compareAndSetMeta(handle, meta, Meta.aged(meta));
      }
    }
  }
}

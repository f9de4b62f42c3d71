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
 * <p>For each part of its slots that a class evicts, as large a part of the others is passed over:
 * so a block of theirs which is read once in the time that a block lives in that class stays as it
 * is.
 */
final class Aging {
  /** For a class with few slots, it would be all others at each eviction. */
  private static final int MOST_FOR_AN_EVICTION = 8;

  private static final int LAPS_IN_MEMORY = 4;

  private final SlotTable slots;
  private final Space space;

  /** Which bucket is next, and how many there were before it. */
  private long hand;

  Aging(SlotTable slots, Space space) {
    this.slots = slots;
    this.space = space;
  }

  /** Passes over blocks of other classes, because a class has evicted what makes it look. */
  void passFor(SizeClass sizeClass) {
    int evicted = sizeClass.evictionsForALook();
    long most = (long) evicted * MOST_FOR_AN_EVICTION;
    long own = Math.max(evicted, (long) sizeClass.buckets().length * sizeClass.slotsPerBucket());
    long others = 0;
    for (SizeClass each : space.knownClasses()) {
      others += each == sizeClass ? 0 : (long) each.buckets().length * each.slotsPerBucket();
    }
    long left = Math.min(most, Math.max(1, others * evicted / own));
    for (int looked = 0; left > 0 && looked < space.buckets(); looked++) {
      CutBucket bucket = space.bucket((int) (hand % space.buckets()));
      boolean inMemoryToo = hand / space.buckets() % LAPS_IN_MEMORY == 0;
      hand++;
      if (bucket != null && bucket.sizeClass() != sizeClass) {
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

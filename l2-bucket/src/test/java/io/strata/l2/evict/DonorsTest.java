package io.strata.l2.evict;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.policy.Policies;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.space.SizeClass;
import io.strata.l2.space.Space;
import org.junit.jupiter.api.Test;

/** Which bucket is given away. */
class DonorsTest {
  private static final int SLOT = 1_000_000;

  private final SlotTable slots =
      new SlotTable(BucketMemory.direct().allocate(2), Policies.LRU.make(1 << 20, 16));
  private final Space space = new Space(slots, SizeClasses.of(SLOT), task -> {});
  private final SizeClass sizeClass = space.classFor(SLOT);
  private final Donors donors = new Donors(slots, space);

  /** A drain would be held up for as long as the reader likes, and the bucket be of no use. */
  @Test
  void notOneInWhichAnEvictedBlockIsStillPinned() {
    int evicted = visibleSlotOf(newBucket());
    int read = visibleSlotOf(newBucket());
    slots.setMeta(evicted, Meta.doomed(slots.meta(evicted)));
    assertThat(donors.worstOf(sizeClass, false)).isSameAs(space.bucketOf(read));
    space.beginDrain(space.bucketOf(read));
    assertThat(donors.worstOf(sizeClass, false)).isNull();
    assertThat(donors.worstOf(sizeClass, true)).isSameAs(space.bucketOf(evicted));
  }

  private int newBucket() {
    assertThat(space.cutEmptyBucket(sizeClass)).isTrue();
    return sizeClass.bucketCount() - 1;
  }

  private int visibleSlotOf(int bucket) {
    int handle = space.takeFree(sizeClass);
    while (space.bucketOf(handle) != sizeClass.bucketAt(bucket)) {
      handle = space.takeFree(sizeClass);
    }
    slots.setMeta(handle, Meta.visible(slots.meta(handle), 0));
    return handle;
  }
}

package io.strata.l2.evict;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.policy.Policies;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.space.CutBucket;
import io.strata.l2.space.SizeClass;
import io.strata.l2.space.Space;
import org.junit.jupiter.api.Test;

class DrainChoiceTest {
  private static final int SLOT = 1_000_000;

  private final SlotTable slots =
      new SlotTable(BucketMemory.direct().allocate(3), Policies.LRU.make(1 << 20, 16));
  private final HashIndex index = new HashIndex(slots, 16);
  private final FileTable files = new FileTable(slots);
  private final Space space = new Space(slots, SizeClasses.of(SLOT, 2 * SLOT), task -> {});
  private final SizeClass sizeClass = space.classFor(SLOT);
  private final SizeClass larger = space.classFor(2 * SLOT);
  private final DrainChoice choice =
      new DrainChoice(
          new StoreCore(slots, index, files, space, new Evictor(slots, index, files, space)));

  @Test
  void emptiestBucketOfTheClassIsDrained() {
    CutBucket full = newBucket();
    CutBucket emptier = newBucket();
    visibleSlotOf(full);
    visibleSlotOf(full);
    visibleSlotOf(emptier);

    assertThat(choice.beginDrain(sizeClass, false)).isSameAs(emptier);
  }

  /** A drain would be held up for as long as the reader likes, and the bucket be of no use. */
  @Test
  void bucketInWhichAnEvictedBlockIsStillPinnedIsNotDrained() {
    int evicted = visibleSlotOf(newBucket());
    int read = visibleSlotOf(newBucket());
    slots.setMeta(evicted, Meta.doomed(slots.meta(evicted)));

    assertThat(choice.beginDrain(sizeClass, false)).isSameAs(space.bucketOf(read));
    assertThat(choice.beginDrain(sizeClass, false)).isNull();
    assertThat(choice.beginDrain(sizeClass, true)).isSameAs(space.bucketOf(evicted));
  }

  @Test
  void readiestClassGivesToTheOneThatIsOwedMost() {
    visibleSlotOf(newBucket());
    assertThat(space.cutEmptyBucket(larger)).isTrue();
    while (space.takeFree(larger) >= 0) {}
    assertThat(choice.neediest()).isNull();

    larger.balance().owe(3L * SLOT, 9L * SLOT);

    assertThat(choice.neediest()).isSameAs(larger);
    assertThat(choice.readiest(larger)).isSameAs(sizeClass);
  }

  @Test
  void lastBucketStaysInWhichMuchOfLargerBlocksGoesOn() {
    int first = visibleSlotOf(newBucket());
    slots.describe(first, 1, 1, 3 * SLOT, 0, 0);
    assertThat(space.cutEmptyBucket(larger)).isTrue();
    int part = space.takeFree(larger);
    slots.join(part, first, 2 * SLOT);

    assertThat(choice.readiest(sizeClass)).isNull();
  }

  private CutBucket newBucket() {
    assertThat(space.cutEmptyBucket(sizeClass)).isTrue();
    return sizeClass.bucketAt(sizeClass.bucketCount() - 1);
  }

  private int visibleSlotOf(CutBucket bucket) {
    int handle = space.takeFree(sizeClass);
    int other = handle;
    while (space.bucketOf(handle) != bucket) {
      other = handle;
      handle = space.takeFree(sizeClass);
    }
    if (other != handle) {
      space.release(other);
    }
    slots.setMeta(handle, Meta.visible(slots.meta(handle), 0));
    return handle;
  }
}

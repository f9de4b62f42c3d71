package io.strata.l2.evict;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.policy.Policies;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.pool.FormattedBucket;
import io.strata.l2.pool.SizeClass;
import io.strata.l2.slot.SlotTable;
import org.junit.jupiter.api.Test;

class DrainChoiceTest {
  private static final int SLOT = BucketLayout.BUCKET_BYTES / 4 - 4_096;
  private static final int BUCKETS = 40;

  private final SlotTable slots =
      new SlotTable(BucketMemory.direct().allocate(BUCKETS), Policies.LRU.make(1 << 20, 16));
  private final HashIndex index = new HashIndex(slots, HashIndex.heads(16));
  private final FileTable files = new FileTable(slots);
  private final BucketPool pool = new BucketPool(slots, SizeClasses.of(SLOT, 2 * SLOT), task -> {});
  private final SizeClass sizeClass = pool.classFor(SLOT);
  private final SizeClass larger = pool.classFor(2 * SLOT);
  private final DrainChoice choice =
      new DrainChoice(
          new StoreCore(slots, index, files, pool, new Evictor(slots, index, files, pool)));

  @Test
  void emptiestBucketOfTheClassIsDrained() {
    FormattedBucket full = newBucket();
    FormattedBucket emptier = newBucket();
    visibleSlotOf(full);
    visibleSlotOf(full);
    visibleSlotOf(emptier);

    assertThat(choice.beginDrain(sizeClass, false)).isSameAs(emptier);
  }

  /** Otherwise the more is copied, the more buckets a class has. */
  @Test
  void bucketWithFreeSlotsIsFoundAmongMany() {
    for (int full = 1; full < BUCKETS; full++) {
      newBucket();
      while (pool.takeFree(sizeClass) >= 0) {}
    }
    FormattedBucket emptier = newBucket();

    assertThat(choice.beginDrain(sizeClass, false)).isSameAs(emptier);
  }

  @Test
  void bucketWithoutFreeSlotsIsDrainedIfTheOthersArePinned() {
    FormattedBucket full = newBucket();
    while (pool.takeFree(sizeClass) >= 0) {}
    int read = visibleSlotOf(newBucket());
    slots.setMeta(read, Meta.pinned(slots.meta(read)));

    assertThat(choice.beginDrain(sizeClass, false)).isSameAs(full);
  }

  /** The reader would delay the drain as long as it likes, and the bucket would be useless. */
  @Test
  void bucketWithAnEvictedButPinnedBlockIsNotDrained() {
    int evicted = visibleSlotOf(newBucket());
    int read = visibleSlotOf(newBucket());
    slots.setMeta(evicted, Meta.doomed(slots.meta(evicted)));

    assertThat(choice.beginDrain(sizeClass, false)).isSameAs(pool.bucketOf(read));
    assertThat(choice.beginDrain(sizeClass, false)).isNull();
    assertThat(choice.beginDrain(sizeClass, true)).isSameAs(pool.bucketOf(evicted));
  }

  @Test
  void readiestClassGivesToTheClassWithTheSmallestSurplus() {
    visibleSlotOf(newBucket());
    assertThat(pool.formatEmptyBucket(larger)).isTrue();
    while (pool.takeFree(larger) >= 0) {}
    assertThat(choice.neediest()).isNull();

    larger.balance().owe(3L * SLOT, 9L * SLOT);

    assertThat(choice.neediest()).isSameAs(larger);
    assertThat(choice.readiest(larger)).isSameAs(sizeClass);
  }

  /** Although its bucket is almost empty: it was just given to the class, which needs it. */
  @Test
  void classThatIsOwedMoreThanItCanGiveKeepsItsBucket() {
    visibleSlotOf(newBucket());
    assertThat(pool.formatEmptyBucket(larger)).isTrue();
    long free = sizeClass.balance().free();

    sizeClass.balance().owe(free, Long.MAX_VALUE);
    assertThat(choice.readiestToMove(larger)).isSameAs(sizeClass);
    sizeClass.balance().owe(1, Long.MAX_VALUE);

    assertThat(choice.readiestToMove(larger)).isNull();
    assertThat(choice.readiest(larger)).as("if a class must have a bucket").isSameAs(sizeClass);
  }

  @Test
  void lastBucketWithAPartOfABlockThatIsHardToMoveIsKept() {
    addPartsOfBlocks(1, 5 * SLOT);

    assertThat(choice.readiest(sizeClass)).isNull();
  }

  /**
   * However long they are together: each of them finds slots more easily than one of that length.
   */
  @Test
  void lastBucketWithPartsOfOtherBlocksIsGivenUp() {
    addPartsOfBlocks(2, 3 * SLOT);

    assertThat(choice.readiest(sizeClass)).isSameAs(larger);
  }

  private void addPartsOfBlocks(int count, int length) {
    FormattedBucket bucket = newBucket();
    assertThat(pool.formatEmptyBucket(larger)).isTrue();
    for (int i = 0; i < count; i++) {
      int first = visibleSlotOf(bucket);
      slots.describe(first, 1, 1, length, 0, 0);
      slots.join(pool.takeFree(larger), first, length - SLOT);
    }
  }

  @Test
  void lastBucketForTheLargestBlocksIsKeptUntilTheyAreAllVictims() {
    int block = visibleSlotOf(newBucket());
    assertThat(choice.readiestToMove(null)).isNull();
    assertThat(choice.readiest(null)).as("if a class must have a bucket").isSameAs(sizeClass);

    slots.setMeta(block, Meta.victim(slots.meta(block)));

    assertThat(choice.readiestToMove(null)).isSameAs(sizeClass);
  }

  @Test
  void lastBucketIsGivenUpIfLargerSlotsCanHoldItsBlocks() {
    visibleSlotOf(newBucket());
    assertThat(pool.formatEmptyBucket(larger)).isTrue();

    assertThat(choice.readiestToMove(larger)).isSameAs(sizeClass);
  }

  private FormattedBucket newBucket() {
    assertThat(pool.formatEmptyBucket(sizeClass)).isTrue();
    return sizeClass.bucketAt(sizeClass.bucketCount() - 1);
  }

  private int visibleSlotOf(FormattedBucket bucket) {
    int handle = pool.takeFree(sizeClass);
    int other = handle;
    while (pool.bucketOf(handle) != bucket) {
      other = handle;
      handle = pool.takeFree(sizeClass);
    }
    if (other != handle) {
      pool.release(other);
    }
    slots.setMeta(handle, Meta.visible(slots.meta(handle), 0));
    return handle;
  }
}

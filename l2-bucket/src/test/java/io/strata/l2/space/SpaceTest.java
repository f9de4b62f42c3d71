package io.strata.l2.space;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.slot.SlotTable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpaceTest {
  private static final int SMALL = 0;
  private static final int LARGE = 1;

  private final SlotTable slots = new SlotTable(BucketMemory.direct().allocate(1));
  private final Space space = new Space(slots, SizeClasses.of(4 << 10, 1 << 20));

  private List<Integer> takeAll(int sizeClass) {
    List<Integer> taken = new ArrayList<>();
    for (int slot = space.takeFree(sizeClass); slot != Handle.NONE; ) {
      taken.add(slot);
      slot = space.takeFree(sizeClass);
    }
    return taken;
  }

  @Test
  void everySlotOfABucketIsTakenOnceAndComesBack() {
    assertThat(space.cutEmptyBucket(SMALL)).isTrue();
    assertThat(space.cutEmptyBucket(LARGE)).as("a second bucket").isFalse();
    List<Integer> taken = takeAll(SMALL);
    assertThat(taken).doesNotHaveDuplicates().hasSize(BucketLayout.slots(4 << 10, 0));
    taken.forEach(space::release);
    assertThat(space.freeSlots()).isEqualTo(taken.size());
    assertThat(takeAll(SMALL)).hasSameElementsAs(taken);
  }

  @Test
  void aDrainedBucketIsEmptyWhenItsLastSlotIsFreedAndNotBefore() {
    space.cutEmptyBucket(SMALL);
    int held = space.takeFree(SMALL);
    assertThat(space.beginDrain(0)).isTrue();
    assertThat(space.beginDrain(0)).as("twice").isFalse();
    assertThat(space.takeFree(SMALL)).isEqualTo(Handle.NONE);
    assertThat(space.emptyBuckets()).isZero();
    assertThat(space.isDraining(held)).isTrue();
    space.release(held);
    assertThat(space.emptyBuckets()).isEqualTo(1);
    assertThat(space.drainingBuckets()).isZero();
  }

  /** A reader may follow a link that was true before the bucket was cut anew. */
  @Test
  void noHeaderIsEverBlockMemoryAfterwards() {
    space.cutEmptyBucket(SMALL);
    int headers = space.slotsIn(0);
    List<Integer> generations = new ArrayList<>();
    for (int slot = 0; slot < headers; slot++) {
      generations.add(Meta.generation(slots.meta(Handle.of(0, slot))));
    }
    space.beginDrain(0);
    space.cutEmptyBucket(LARGE);
    for (int slot : takeAll(LARGE)) {
      slots.describe(slot, -1L, -1L, -1, 1 << 20, -1L, -1L);
      ByteBuffer view = slots.view(slot);
      while (view.hasRemaining()) {
        view.put((byte) 0xAA);
      }
    }
    for (int slot = space.slotsIn(0); slot < headers; slot++) {
      long meta = slots.meta(Handle.of(0, slot));
      assertThat(Meta.state(meta)).as("header %d", slot).isEqualTo(Meta.FREE);
      assertThat(Meta.generation(meta)).isEqualTo(generations.get(slot));
    }
  }

  @Test
  void aSlotThatComesBackIsInAnotherGeneration() {
    space.cutEmptyBucket(LARGE);
    int slot = space.takeFree(LARGE);
    int before = Meta.generation(slots.meta(slot));
    space.release(slot);
    int again = space.takeFree(LARGE);
    assertThat(again).isEqualTo(slot);
    assertThat(Meta.generation(slots.meta(again))).isNotEqualTo(before);
  }
}

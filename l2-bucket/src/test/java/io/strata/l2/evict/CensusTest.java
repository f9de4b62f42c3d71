package io.strata.l2.evict;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.policy.Policies;
import io.strata.l2.policy.Policy;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.space.SizeClass;
import io.strata.l2.space.Space;
import org.junit.jupiter.api.Test;

/** What a size class's bytes are worth. */
class CensusTest {
  private static final int SMALL = 100 << 10;
  private static final int LARGE = 200 << 10;
  private static final int BUCKETS = 8;

  private final Policy policy = Policies.LRU.make(32 << 20, 16);
  private final SlotTable slots = new SlotTable(BucketMemory.direct().allocate(BUCKETS), policy);
  private final Space space = new Space(slots, SizeClasses.of(SMALL, LARGE), task -> {});
  private final SizeClass small = space.classFor(SMALL);
  private final SizeClass large = space.classFor(LARGE);

  private void fill(SizeClass sizeClass, int buckets, int blocks, int length) {
    for (int i = 0; i < buckets; i++) {
      assertThat(space.cutEmptyBucket(sizeClass)).isTrue();
    }
    for (int i = 0; i < blocks; i++) {
      int handle = space.takeFree(sizeClass);
      assertThat(handle).isNotEqualTo(Handle.NONE);
      slots.describe(handle, 1, i, length, 0, 0);
      int mark = policy.arrive(i, length, false);
      slots.setMeta(handle, Meta.visible(slots.meta(handle), mark));
    }
  }

  private int worthOf(SizeClass sizeClass) {
    return Census.of(slots, space).worthOf(sizeClass, Census.MOST / 2);
  }

  @Test
  void bytesOfBlocksThatWereReadLongAgoAreWorthLess() {
    fill(small, 4, 160, SMALL);
    policy.arrive(1_000, 32 << 20, false);
    fill(large, 4, 80, LARGE);
    assertThat(worthOf(small)).isLessThan(worthOf(large) / 2);
  }

  @Test
  void bytesThatASlotWastesAreWorthNothing() {
    fill(small, 4, 160, SMALL);
    fill(large, 4, 80, LARGE / 4);
    // All blocks are as old; a few bytes of the small slots are wasted too.
    assertThat(worthOf(large)).isLessThan(worthOf(small) / 2);
  }

  @Test
  void slotsThatLieIdleAreWorthNothingUnlessTheirClassNeedsRoom() {
    fill(small, 4, 160, SMALL);
    fill(large, 4, 20, LARGE);
    int idle = worthOf(large);
    large.countPressure();
    int needed = worthOf(large);
    assertThat(idle).isLessThan(needed / 2);
  }

  @Test
  void whatWasNotReadForTurnoversLiesIdle() {
    fill(small, 2, 60, SMALL);
    policy.arrive(1_000, 32 << 20, false);
    fill(large, 2, 40, LARGE);
    assertThat(Census.of(slots, space).idleShareOf(small, 64)).isZero();
    for (int turnover = 0; turnover < 2; turnover++) {
      policy.arrive(1_000, 32 << 20, false);
    }
    Census census = Census.of(slots, space);
    assertThat(census.idleShareOf(small, 64)).isOne();
    assertThat(census.idleShareOf(large, 64)).isZero();
  }
}

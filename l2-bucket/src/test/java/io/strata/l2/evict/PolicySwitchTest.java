package io.strata.l2.evict;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.policy.GhostMemory;
import io.strata.l2.policy.LogicalClock;
import io.strata.l2.policy.Policies;
import io.strata.l2.policy.Policy;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.pool.SizeClass;
import io.strata.l2.slot.SlotTable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PolicySwitchTest {
  private static final int BLOCK = 64 << 10;
  private static final int BUCKETS = 4;
  private static final long BYTES = (long) BUCKETS << 22;

  private final LogicalClock clock = new LogicalClock(BYTES);
  private final ByteBuffer ghostMemory = GhostMemory.allocate(64);
  private final SlotTable slots =
      new SlotTable(
          BucketMemory.direct().allocate(BUCKETS),
          Policies.REUSE_DISTANCE.make(clock, ghostMemory));
  private final BucketPool pool = new BucketPool(slots, SizeClasses.of(BLOCK), task -> {});
  private final PolicySwitch policySwitch = new PolicySwitch(slots, pool, clock, ghostMemory);
  private final List<Integer> handles = new ArrayList<>();

  /** Inserts blocks, every second one of an in-memory family. */
  private void fill() {
    SizeClass sizeClass = pool.classFor(BLOCK);
    while (pool.formatEmptyBucket(sizeClass)) {
      for (int handle = pool.takeFree(sizeClass);
          handle != Handle.NONE;
          handle = pool.takeFree(sizeClass)) {
        int number = handles.size();
        slots.describe(handle, 1, number, BLOCK, 0, 0);
        int bits = slots.policy().onInsert(number, BLOCK, number % 2 == 0);
        slots.setMeta(handle, Meta.visible(slots.meta(handle), bits));
        handles.add(handle);
      }
    }
    assertThat(handles).hasSizeGreaterThan(100);
  }

  private int policyBits(int handle) {
    return Meta.policyBits(slots.meta(handle));
  }

  @ParameterizedTest
  @EnumSource
  void onlyTheLastReadAndTheInMemoryFlagAreKept(Policies next) {
    fill();
    List<Integer> before = handles.stream().map(this::policyBits).toList();
    assertThat(before).anyMatch(bits -> bits != LogicalClock.bare(bits));

    policySwitch.to(next);

    assertThat(slots.policy().state().keySet()).isEqualTo(next.make(BYTES, 16).state().keySet());
    for (int i = 0; i < handles.size(); i++) {
      assertThat(policyBits(handles.get(i))).isEqualTo(LogicalClock.bare(before.get(i)));
      assertThat(Meta.isInMemory(slots.meta(handles.get(i)))).isEqualTo(i % 2 == 0);
    }
    assertThat(slots.policy().state().get("turnovers")).as("time goes on").isEqualTo(time());
  }

  private double time() {
    return Policies.LRU.make(clock, ghostMemory).state().get("turnovers");
  }

  /** Blocks inserted under the old policy must not be counted when they are evicted. */
  @Test
  void nextPolicyCountsNoBlocksOfTheOldOne() {
    fill();
    policySwitch.to(Policies.S3_FIFO);
    Policy next = slots.policy();
    assertThat(next.state().get("small")).isZero();
    for (int i = 0; i < handles.size(); i++) {
      next.onEvict(i, policyBits(handles.get(i)), BLOCK, true);
    }
    assertThat(next.state().get("small")).isZero();
    next.onInsert(1_000, BLOCK, false);
    assertThat(next.state().get("small")).isEqualTo((double) BLOCK / BYTES);
  }

  @Test
  void ghostEntriesAreDiscarded() {
    fill();
    Policy before = slots.policy();
    before.onEvict(7, policyBits(handles.get(7)), BLOCK, true);
    policySwitch.to(Policies.REUSE_DISTANCE);
    int bits = slots.policy().onInsert(7, BLOCK, false);
    assertThat(slots.policy().wasReadAgain(bits)).isFalse();
    slots.policy().onEvict(7, bits, BLOCK, true);
    assertThat(slots.policy().wasReadAgain(slots.policy().onInsert(7, BLOCK, false))).isTrue();
  }
}

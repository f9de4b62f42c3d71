package io.strata.l2.evict;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.policy.Policies;
import io.strata.l2.policy.Policy;
import io.strata.l2.policy.Remembered;
import io.strata.l2.policy.Turnover;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.space.SizeClass;
import io.strata.l2.space.Space;
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

  private final Turnover turnover = new Turnover(BYTES);
  private final ByteBuffer remembered = Remembered.allocate(64);
  private final SlotTable slots =
      new SlotTable(
          BucketMemory.direct().allocate(BUCKETS),
          Policies.REUSE_DISTANCE.make(turnover, remembered));
  private final Space space = new Space(slots, SizeClasses.of(BLOCK), task -> {});
  private final PolicySwitch policySwitch = new PolicySwitch(slots, space, turnover, remembered);
  private final List<Integer> handles = new ArrayList<>();

  /** Blocks that came in one after the other, of which every second is of an in-memory family. */
  private void fill() {
    SizeClass sizeClass = space.classFor(BLOCK);
    while (space.cutEmptyBucket(sizeClass)) {
      for (int handle = space.takeFree(sizeClass);
          handle != Handle.NONE;
          handle = space.takeFree(sizeClass)) {
        int number = handles.size();
        slots.describe(handle, 1, number, BLOCK, 0, 0);
        int mark = slots.policy().arrive(number, BLOCK, number % 2 == 0);
        slots.setMeta(handle, Meta.visible(slots.meta(handle), mark));
        handles.add(handle);
      }
    }
    assertThat(handles).hasSizeGreaterThan(100);
  }

  private int mark(int handle) {
    return Meta.mark(slots.meta(handle));
  }

  @ParameterizedTest
  @EnumSource
  void whenAndForWhichFamilyABlockWasReadIsAllThatIsKnownOfIt(Policies next) {
    fill();
    List<Integer> before = handles.stream().map(this::mark).toList();
    assertThat(before).anyMatch(mark -> mark != Turnover.bare(mark));

    policySwitch.to(next);

    assertThat(slots.policy().state().keySet()).isEqualTo(next.make(BYTES, 16).state().keySet());
    for (int i = 0; i < handles.size(); i++) {
      assertThat(mark(handles.get(i))).isEqualTo(Turnover.bare(before.get(i)));
      assertThat(Meta.isInMemory(slots.meta(handles.get(i)))).isEqualTo(i % 2 == 0);
    }
    assertThat(slots.policy().state().get("turnovers")).as("time goes on").isEqualTo(turnovers());
  }

  private double turnovers() {
    return Policies.LRU.make(turnover, remembered).state().get("turnovers");
  }

  /** What leaves and was there before must not be taken off a queue in which it never was. */
  @Test
  void theQueuesOfTheNextPolicyHaveNothingOfTheOldOnes() {
    fill();
    policySwitch.to(Policies.S3_FIFO);
    Policy next = slots.policy();
    assertThat(next.state().get("small")).isZero();
    for (int i = 0; i < handles.size(); i++) {
      next.gone(i, mark(handles.get(i)), BLOCK, true);
    }
    assertThat(next.state().get("small")).isZero();
    next.arrive(1_000, BLOCK, false);
    assertThat(next.state().get("small")).isEqualTo((double) BLOCK / BYTES);
  }

  @Test
  void whatWentIsForgotten() {
    fill();
    Policy before = slots.policy();
    before.gone(7, mark(handles.get(7)), BLOCK, true);
    policySwitch.to(Policies.REUSE_DISTANCE);
    int mark = slots.policy().arrive(7, BLOCK, false);
    assertThat(slots.policy().wasReadAgain(mark)).isFalse();
    slots.policy().gone(7, mark, BLOCK, true);
    assertThat(slots.policy().wasReadAgain(slots.policy().arrive(7, BLOCK, false))).isTrue();
  }
}

package io.strata.l2.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.policy.Policies;
import io.strata.l2.slot.SlotTable;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class SizeLearnerTest {
  private static final int BUCKETS = 100;

  private final Queue<Runnable> background = new ArrayDeque<>();
  private final SlotTable slots =
      new SlotTable(BucketMemory.direct().allocate(BUCKETS), Policies.LRU.make(BUCKETS << 20, 16));
  private final BucketPool pool = new BucketPool(slots, SizeClasses.geometric(), background::add);
  private final SizeLearner learner = new SizeLearner(pool, background::add);

  /** Other tasks run between the steps, so none of them waits for a whole plan. */
  @Test
  void aPlanIsMadeInSteps() {
    SizeClasses before = pool.sizes();
    insertManySizes();
    int steps = 0;
    while (!background.isEmpty()) {
      assertThat(background).as("one step is asked for at a time").hasSize(1);
      background.remove().run();
      steps++;
      assertThat(pool.sizes().equals(before)).isEqualTo(!background.isEmpty());
    }
    assertThat(steps).as("one for each number of classes").isGreaterThan(pool.sizes().count());
  }

  @Test
  void aPlanFollowsAPlan() {
    insertManySizes();
    while (!background.isEmpty()) {
      background.remove().run();
    }
    for (int i = 0; i < 10; i++) {
      insertManySizes();
    }
    assertThat(background).hasSize(1);
  }

  private void insertManySizes() {
    for (int bytes = 4 << 10; bytes < 128 << 10; bytes += 500) {
      learner.record(bytes);
    }
  }
}

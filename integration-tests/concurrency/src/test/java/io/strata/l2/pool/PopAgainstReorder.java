package io.strata.l2.pool;

import io.strata.l2.Memory;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.policy.Policies;
import io.strata.l2.slot.SlotTable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * A thread pops slots while another pops all and pushes them in another order: the count and the
 * top are as before, but the slot below the top is another (the ABA problem).
 */
@JCStressTest
@Outcome(id = "all once", expect = Expect.ACCEPTABLE, desc = "each slot is in use or free, once")
@State
public class PopAgainstReorder {
  private static final int ROUNDS = 20;

  private final SlotTable slots = new SlotTable(Memory.take(1), Policies.LRU.make(1 << 20, 16));
  private final FormattedBucket bucket =
      new FormattedBucket(
          slots, new Bucket(0), new SizeClass(BucketLayout.MIN_SLOT_BYTES, new Balance.Total()), 3);

  @Actor
  public void pop() {
    for (int round = 0; round < ROUNDS; round++) {
      push(bucket.pop());
    }
  }

  @Actor
  public void reorder() {
    for (int round = 0; round < ROUNDS; round++) {
      int top = bucket.pop();
      int second = bucket.pop();
      int third = bucket.pop();
      push(second);
      push(third);
      push(top);
    }
  }

  private void push(int slot) {
    if (slot != Handle.NONE) {
      bucket.push(slot);
    }
  }

  @Arbiter
  public void rest(L_Result r) {
    int one = bucket.pop();
    int two = bucket.pop();
    int three = bucket.pop();
    boolean all = (1 << one | 1 << two | 1 << three) == 7 && bucket.pop() == Handle.NONE;
    r.r1 = all ? "all once" : one + " " + two + " " + three;
  }
}

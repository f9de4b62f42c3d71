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

/** A slot is pushed while another is popped. */
@JCStressTest
@Outcome(id = "all once", expect = Expect.ACCEPTABLE, desc = "each slot is in use or free, once")
@State
public class PushAgainstPop {

  private final SlotTable slots = new SlotTable(Memory.take(1), Policies.LRU.make(1 << 20, 16));
  private final FormattedBucket bucket =
      new FormattedBucket(
          slots, new Bucket(0), new SizeClass(BucketLayout.MIN_SLOT_BYTES, new Balance.Total()), 3);

  private final int held = second();
  private int one;

  /** Has a stale link. */
  private int second() {
    int first = bucket.pop();
    int second = bucket.pop();
    bucket.push(first);
    return second;
  }

  @Actor
  public void push() {
    bucket.push(held);
  }

  @Actor
  public void pop() {
    one = bucket.pop();
  }

  @Arbiter
  public void rest(L_Result r) {
    int two = bucket.pop();
    int three = bucket.pop();
    boolean all = (1 << one | 1 << two | 1 << three) == 7 && bucket.pop() == Handle.NONE;
    r.r1 = all ? "all once" : one + " " + two + " " + three;
  }
}

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
import org.openjdk.jcstress.infra.results.LLL_Result;

/** Two threads pop a slot each. */
@JCStressTest
@Outcome(
    id = {"0, 1, none", "1, 0, none"},
    expect = Expect.ACCEPTABLE,
    desc = "no slot is popped twice, and none is lost")
@State
public class TwoPops {

  private final SlotTable slots = new SlotTable(Memory.take(1), Policies.LRU.make(1 << 20, 16));
  private final FormattedBucket bucket =
      new FormattedBucket(
          slots, new Bucket(0), new SizeClass(BucketLayout.MIN_SLOT_BYTES, new Balance.Total()), 2);

  @Actor
  public void one(LLL_Result r) {
    r.r1 = bucket.pop();
  }

  @Actor
  public void other(LLL_Result r) {
    r.r2 = bucket.pop();
  }

  @Arbiter
  public void rest(LLL_Result r) {
    r.r3 = bucket.pop() == Handle.NONE ? "none" : "another";
  }
}

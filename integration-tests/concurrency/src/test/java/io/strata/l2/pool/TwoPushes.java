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

/** Two threads push a slot each. */
@JCStressTest
@Outcome(
    id = {"0, 1, none", "1, 0, none"},
    expect = Expect.ACCEPTABLE,
    desc = "both are free, once")
@State
public class TwoPushes {

  private final SlotTable slots = new SlotTable(Memory.take(1), Policies.LRU.make(1 << 20, 16));
  private final FormattedBucket bucket =
      new FormattedBucket(
          slots, new Bucket(0), new SizeClass(BucketLayout.MIN_SLOT_BYTES, new Balance.Total()), 2);

  private final int one = bucket.pop();
  private final int other = bucket.pop();

  @Actor
  public void one() {
    bucket.push(one);
  }

  @Actor
  public void other() {
    bucket.push(other);
  }

  @Arbiter
  public void rest(LLL_Result r) {
    r.r1 = bucket.pop();
    r.r2 = bucket.pop();
    r.r3 = bucket.pop() == Handle.NONE ? "none" : "another";
  }
}

package io.strata.l2.pool;

import io.strata.l2.Memory;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.policy.Policies;
import io.strata.l2.slot.SlotTable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A slot is popped while a drain of the bucket begins. */
@JCStressTest
@Outcome(
    id = {"taken, 1", "none, 2"},
    expect = Expect.ACCEPTABLE,
    desc = "a slot in use keeps the bucket from being empty")
@State
public class PopAgainstDrain {

  private final SlotTable slots = new SlotTable(Memory.take(1), Policies.LRU.make(1 << 20, 16));
  private final FormattedBucket bucket =
      new FormattedBucket(
          slots, new Bucket(0), new SizeClass(BucketLayout.MIN_SLOT_BYTES, new Balance.Total()), 2);

  @Actor
  public void pop(LL_Result r) {
    r.r1 = bucket.pop() == Handle.NONE ? "none" : "taken";
  }

  @Actor
  public void drain(LL_Result r) {
    r.r2 = bucket.beginDrain(true);
  }
}

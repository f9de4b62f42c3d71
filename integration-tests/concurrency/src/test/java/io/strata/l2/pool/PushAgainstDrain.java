package io.strata.l2.pool;

import io.strata.l2.Memory;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.policy.Policies;
import io.strata.l2.slot.SlotTable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** The last slot in use is freed while a drain of the bucket begins. */
@JCStressTest
@Outcome(
    id = {"LAST_DRAINED, 1", "FREE, 2"},
    expect = Expect.ACCEPTABLE,
    desc = "one of the two empties the bucket")
@State
public class PushAgainstDrain {

  private final SlotTable slots = new SlotTable(Memory.take(1), Policies.LRU.make(1 << 20, 16));
  private final FormattedBucket bucket =
      new FormattedBucket(
          slots, new Bucket(0), new SizeClass(BucketLayout.MIN_SLOT_BYTES, new Balance.Total()), 2);

  private final int held = bucket.pop();

  @Actor
  public void push(LL_Result r) {
    r.r1 = bucket.push(held);
  }

  @Actor
  public void drain(LL_Result r) {
    r.r2 = bucket.beginDrain(true);
  }
}

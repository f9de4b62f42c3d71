package io.strata.l2.pool;

import io.strata.l2.Memory;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.policy.Policies;
import io.strata.l2.slot.SlotTable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Two slots of a full bucket are freed concurrently. */
@JCStressTest
@Outcome(
    id = {"listed once"},
    expect = Expect.ACCEPTABLE,
    desc = "the bucket is in the partial list once")
@State
public class TwoAddsToPartial {
  private final SlotTable slots = new SlotTable(Memory.take(1), Policies.LRU.make(1 << 20, 16));
  private final SizeClass sizeClass =
      new SizeClass(BucketLayout.MIN_SLOT_BYTES, new Balance.Total());
  private final FormattedBucket bucket = new FormattedBucket(slots, new Bucket(0), sizeClass, 2);
  private final int one;
  private final int other;

  public TwoAddsToPartial() {
    sizeClass.add(bucket);
    one = sizeClass.pop();
    other = sizeClass.pop();
    sizeClass.pop();
  }

  @Actor
  public void one() {
    bucket.push(one);
    sizeClass.noteFree(bucket);
  }

  @Actor
  public void other() {
    bucket.push(other);
    sizeClass.noteFree(bucket);
  }

  @Arbiter
  public void list(L_Result r) {
    int times = sizeClass.partial().size();
    r.r1 = times == 0 ? "not listed" : times == 1 ? "listed once" : "listed twice";
  }
}

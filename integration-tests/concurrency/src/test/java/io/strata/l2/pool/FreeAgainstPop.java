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
import org.openjdk.jcstress.infra.results.LL_Result;

/**
 * A slot is freed while another thread finds its bucket full, and removes it from the partial list.
 */
@JCStressTest
@Outcome(
    id = {"taken, none", "none, taken"},
    expect = Expect.ACCEPTABLE,
    desc = "the slot is found, now or by the next thread that looks")
@State
public class FreeAgainstPop {

  private final SlotTable slots = new SlotTable(Memory.take(1), Policies.LRU.make(1 << 20, 16));
  private final SizeClass sizeClass =
      new SizeClass(BucketLayout.MIN_SLOT_BYTES, new Balance.Total());
  private final FormattedBucket bucket = new FormattedBucket(slots, new Bucket(0), sizeClass, 1);
  private final int held;

  public FreeAgainstPop() {
    sizeClass.add(bucket);
    held = sizeClass.pop();
  }

  @Actor
  public void pop(LL_Result r) {
    r.r1 = sizeClass.pop() == Handle.NONE ? "none" : "taken";
  }

  @Actor
  public void free() {
    bucket.push(held);
    sizeClass.noteFree(bucket);
  }

  @Arbiter
  public void next(LL_Result r) {
    r.r2 = sizeClass.pop() == Handle.NONE ? "none" : "taken";
  }
}

package io.strata.l2.space;

import io.strata.l2.Memory;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.slot.SlotTable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A thread takes a slot while another takes two and gives the first back. */
@JCStressTest
@Outcome(
    id = "all once",
    expect = Expect.ACCEPTABLE,
    desc = "the slots that are held and those that are free are all there are")
@State
public class PopAgainstPopPush {

  private final SlotTable slots = new SlotTable(Memory.take(1));
  private final CutBucket bucket =
      new CutBucket(slots, new Bucket(0), new SizeClass(BucketLayout.MIN_SLOT_BYTES), 3);

  private int one;
  private int two;

  @Actor
  public void pop() {
    one = bucket.pop();
  }

  @Actor
  public void popAndPush() {
    int top = bucket.pop();
    two = bucket.pop();
    bucket.push(top);
  }

  @Arbiter
  public void rest(L_Result r) {
    int three = bucket.pop();
    boolean all = (1 << one | 1 << two | 1 << three) == 7 && bucket.pop() == Handle.NONE;
    r.r1 = all ? "all once" : one + " " + two + " " + three;
  }
}

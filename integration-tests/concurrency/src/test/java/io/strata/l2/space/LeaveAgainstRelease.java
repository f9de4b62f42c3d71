package io.strata.l2.space;

import io.strata.l2.Engine;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A bucket that is drained is told to leave while its last slot comes free. */
@JCStressTest
@Outcome(
    id = {"UNDER_WAY, 0 left", "ASK_AGAIN, 0 left"},
    expect = Expect.ACCEPTABLE,
    desc = "it leaves")
@State
public class LeaveAgainstRelease {

  private final Engine engine = new Engine(1);
  private final int held = engine.take();

  public LeaveAgainstRelease() {
    engine.space.beginDrain(engine.space.bucketOf(held));
  }

  @Actor
  public void leave(LL_Result r) {
    r.r1 = engine.space.removal().leave(0);
  }

  @Actor
  public void release() {
    engine.space.release(held);
  }

  @Arbiter
  public void askAgain(LL_Result r) {
    if (r.r1 == Removal.Leaving.ASK_AGAIN) {
      engine.space.removal().leave(0);
    }
    r.r2 = engine.space.liveBuckets() + " left";
  }
}

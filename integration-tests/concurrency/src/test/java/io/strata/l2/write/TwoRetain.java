package io.strata.l2.write;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** Two readers retain and release a block in flight, and then the store releases it. */
@JCStressTest
@Outcome(id = "held, held, 1 released", expect = Expect.ACCEPTABLE, desc = "the last releases it")
@State
public class TwoRetain {
  private final InFlightEngine way = new InFlightEngine();

  @Actor
  public void one(LLL_Result r) {
    r.r1 = retain();
  }

  @Actor
  public void other(LLL_Result r) {
    r.r2 = retain();
  }

  private String retain() {
    boolean held = way.block.retain() && way.source.releases() == 0;
    way.block.release();
    return held ? "held" : "not held";
  }

  @Arbiter
  public void count(LLL_Result r) {
    way.block.release();
    r.r3 = way.source.releases() + " released";
  }
}

package io.strata.l2.write;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A reader retains a block in flight while the store releases it. */
@JCStressTest
@Outcome(
    id = {"held, 1 released", "late, 1 released"},
    expect = Expect.ACCEPTABLE,
    desc = "not released while it is held, and released once")
@State
public class RetainAgainstRelease {
  private final InFlightEngine way = new InFlightEngine();

  @Actor
  public void read(LL_Result r) {
    if (way.block.retain()) {
      r.r1 = way.source.releases() == 0 ? "held" : "released";
      way.block.release();
    } else {
      r.r1 = "late";
    }
  }

  @Actor
  public void release() {
    way.block.release();
  }

  @Arbiter
  public void count(LL_Result r) {
    r.r2 = way.source.releases() + " released";
  }
}

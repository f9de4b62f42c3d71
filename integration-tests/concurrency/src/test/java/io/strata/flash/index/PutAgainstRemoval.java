package io.strata.flash.index;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A block is added to a region that is retired, and whose blocks are removed. */
@JCStressTest
@Outcome(
    id = {"ADDED, nowhere", "RETIRED, nowhere"},
    expect = Expect.ACCEPTABLE,
    desc = "none of its blocks remains")
@State
public class PutAgainstRemoval {
  private final Sample sample = new Sample();

  @Actor
  public void put(LL_Result r) {
    r.r1 = sample.put(sample.address);
  }

  @Actor
  public void remove() {
    sample.removeRegion();
  }

  @Arbiter
  public void rest(LL_Result r) {
    r.r2 = sample.end();
  }
}

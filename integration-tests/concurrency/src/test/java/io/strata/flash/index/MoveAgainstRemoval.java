package io.strata.flash.index;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZL_Result;

/** A block is written again into a region that is retired, and whose blocks are removed. */
@JCStressTest
@Outcome(
    id = {"true, nowhere", "false, newer"},
    expect = Expect.ACCEPTABLE,
    desc = "it does not stay where it is not to be read")
@State
public class MoveAgainstRemoval {
  private final Sample sample = new Sample();

  public MoveAgainstRemoval() {
    sample.put(sample.newer);
  }

  @Actor
  public void move(ZL_Result r) {
    r.r1 = sample.move(sample.newer, sample.address);
  }

  @Actor
  public void remove() {
    sample.removeRegion();
  }

  @Arbiter
  public void rest(ZL_Result r) {
    r.r2 = sample.end();
  }
}

package io.strata.flash.index;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLI_Result;

/** A block is found while its region is retired, and its blocks are removed. */
@JCStressTest
@Outcome(
    id = {"found, nowhere, 0", "nothing, nowhere, 0"},
    expect = Expect.ACCEPTABLE,
    desc = "no pin is left")
@State
public class FindAgainstRemoval {
  private final Sample sample = new Sample();

  public FindAgainstRemoval() {
    sample.put(sample.address);
  }

  @Actor
  public void find(LLI_Result r) {
    r.r1 = sample.find() == null ? "nothing" : "found";
  }

  @Actor
  public void remove() {
    sample.removeRegion();
  }

  @Arbiter
  public void rest(LLI_Result r) {
    r.r2 = sample.end();
    r.r3 = sample.region.pins();
  }
}

package io.strata.flash.index;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZL_Result;

/** A block that was written again is evicted, and a newer version of it added. */
@JCStressTest
@Outcome(
    id = {"true, newer", "false, newer"},
    expect = Expect.ACCEPTABLE,
    desc = "the newer version stays")
@State
public class MoveAgainstEvict {
  private final Sample sample = new Sample();

  public MoveAgainstEvict() {
    sample.put(sample.address);
  }

  @Actor
  public void move(ZL_Result r) {
    r.r1 = sample.move(sample.address, sample.moved);
  }

  @Actor
  public void replace() {
    sample.remove();
    sample.put(sample.newer);
  }

  @Arbiter
  public void rest(ZL_Result r) {
    r.r2 = sample.end();
  }
}

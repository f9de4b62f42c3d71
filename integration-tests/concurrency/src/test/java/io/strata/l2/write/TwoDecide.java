package io.strata.l2.write;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A writer and an evictor race to claim a block in flight. */
@JCStressTest
@Outcome(
    id = {"true, false", "false, true"},
    expect = Expect.ACCEPTABLE,
    desc = "one of them claims it")
@State
public class TwoDecide {
  private final InFlightEngine way = new InFlightEngine();

  @Actor
  public void write(ZZ_Result r) {
    r.r1 = way.block.claim();
  }

  @Actor
  public void evict(ZZ_Result r) {
    r.r2 = way.block.claim();
  }
}

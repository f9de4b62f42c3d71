package io.strata.l2.write;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A block is read while it is in flight to its slot. */
@JCStressTest
@Outcome(
    id = "own, 1 block, 1 released, 0 bytes",
    expect = Expect.ACCEPTABLE,
    desc = "it is always found, in flight or in its slot")
@State
public class ReadUnderWrite {
  private final InFlightEngine way = new InFlightEngine();

  @Actor
  public void write() {
    way.write();
  }

  @Actor
  public void read(LL_Result r) {
    r.r1 = way.read();
  }

  @Arbiter
  public void audit(LL_Result r) {
    r.r2 = way.audit();
  }
}

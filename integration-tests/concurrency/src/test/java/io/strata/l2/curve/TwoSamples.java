package io.strata.l2.curve;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Two threads add a sample. */
@JCStressTest
@Outcome(id = "3 bytes", expect = Expect.ACCEPTABLE, desc = "both are there")
@State
public class TwoSamples {
  private final SampleRing ring = new SampleRing(2);
  private int taken;

  @Actor
  public void one() {
    ring.offer(1, 1);
  }

  @Actor
  public void other() {
    ring.offer(2, 2);
  }

  @Arbiter
  public void drain(L_Result r) {
    ring.drain((key, bytes) -> taken += bytes);
    r.r1 = taken + " bytes";
  }
}

package io.strata.l2.curve;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Samples are added in place of others as soon as those are drained. */
@JCStressTest
@Outcome(id = "all", expect = Expect.ACCEPTABLE, desc = "all that were added are drained")
@State
public class SampleUnderReuse {
  private static final int ROUNDS = 200;

  private final SampleRing ring = new SampleRing(1);
  private int put;
  private int taken;

  @Actor
  public void put() {
    for (int round = 0; round < ROUNDS; round++) {
      if (ring.offer(round, 1) == 1) {
        put++;
      }
    }
  }

  @Actor
  public void drain() {
    for (int round = 0; round < ROUNDS; round++) {
      ring.drain((key, bytes) -> taken++);
    }
  }

  @Arbiter
  public void drainRest(L_Result r) {
    ring.drain((key, bytes) -> taken++);
    r.r1 = taken == put ? "all" : taken + " of " + put;
  }
}

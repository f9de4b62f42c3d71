package io.strata.l2.curve;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A sample is added while another thread drains the ring. */
@JCStressTest
@Outcome(id = "whole", expect = Expect.ACCEPTABLE, desc = "now or later, once")
@State
public class SampleUnderDrain {
  private static final long KEY = 4711;
  private static final int BYTES = 64;

  private final SampleRing ring = new SampleRing(2);
  private String taken = "";

  @Actor
  public void put() {
    ring.offer(KEY, BYTES);
  }

  @Actor
  public void drain() {
    ring.drain(this::take);
  }

  private void take(long key, int bytes) {
    taken += key == KEY && bytes == BYTES ? "whole" : key + " of " + bytes + " bytes";
  }

  @Arbiter
  public void drainRest(L_Result r) {
    drain();
    r.r1 = taken;
  }
}

package io.strata.flash.admit;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A thread spends of a budget while another gives back what it spent. */
@JCStressTest
@Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "what was spent is gone")
@State
public class SpendAgainstGiveBack {
  private final WriteRateLimiter limit = new WriteRateLimiter(1, () -> 0);

  public SpendAgainstGiveBack() {
    limit.take(1, true);
  }

  @Actor
  public void take(ZZ_Result r) {
    r.r1 = limit.take(WriteRateLimiter.SECONDS, true);
  }

  @Actor
  public void giveBack() {
    limit.giveBack(1);
  }

  @Arbiter
  public void rest(ZZ_Result r) {
    r.r2 = limit.take(1, true);
  }
}

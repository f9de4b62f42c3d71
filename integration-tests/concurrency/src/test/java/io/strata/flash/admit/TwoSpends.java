package io.strata.flash.admit;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** Two threads spend more than half of a budget each, and then a third does. */
@JCStressTest
@Outcome(id = "true, true, false", expect = Expect.ACCEPTABLE, desc = "what was spent is gone")
@State
public class TwoSpends {
  private final WriteRateLimiter limit = new WriteRateLimiter(1, () -> 0);

  @Actor
  public void one(ZZZ_Result r) {
    r.r1 = limit.take(WriteRateLimiter.SECONDS - 1, true);
  }

  @Actor
  public void other(ZZZ_Result r) {
    r.r2 = limit.take(WriteRateLimiter.SECONDS - 1, true);
  }

  @Arbiter
  public void rest(ZZZ_Result r) {
    r.r3 = limit.take(1, true);
  }
}

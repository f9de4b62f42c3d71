package io.strata.flash.index;

import java.util.Objects;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZL_Result;

/** Two threads find a block that nobody has read. */
@JCStressTest
@Outcome(
    id = {"false, true, old", "true, false, old"},
    expect = Expect.ACCEPTABLE,
    desc = "one of them is the first")
@State
public class TwoFinds {
  private final Sample sample = new Sample();

  public TwoFinds() {
    sample.put(sample.address);
  }

  private boolean wasReadBefore() {
    return Objects.requireNonNull(sample.find()).readBefore();
  }

  @Actor
  public void one(ZZL_Result r) {
    r.r1 = wasReadBefore();
  }

  @Actor
  public void other(ZZL_Result r) {
    r.r2 = wasReadBefore();
  }

  @Arbiter
  public void rest(ZZL_Result r) {
    r.r3 = sample.end();
  }
}

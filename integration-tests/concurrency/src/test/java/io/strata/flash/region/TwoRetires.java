package io.strata.flash.region;

import java.util.UUID;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Two threads retire a region. */
@JCStressTest
@Outcome(
    id = {"true, false", "false, true"},
    expect = Expect.ACCEPTABLE,
    desc = "one of them removes its blocks")
@State
public class TwoRetires {
  private final Region region = new Region(0, new UUID(1, 2), null, 1);

  @Actor
  public void one(ZZ_Result r) {
    r.r1 = region.retire();
  }

  @Actor
  public void other(ZZ_Result r) {
    r.r2 = region.retire();
  }
}

package io.strata.l2.stream;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZL_Result;

/** Two threads delete an entry. */
@JCStressTest
@Outcome(
    id = {"true, false, 0 used, 0 deleted", "false, true, 0 used, 0 deleted"},
    expect = Expect.ACCEPTABLE,
    desc = "one of them does")
@State
public class TwoStreamDeletes {
  private final Streams streams = new Streams();
  private final int address = streams.insert('a', 3);

  @Actor
  public void one(ZZL_Result r) {
    r.r1 = streams.entries.delete(address);
  }

  @Actor
  public void other(ZZL_Result r) {
    r.r2 = streams.entries.delete(address);
  }

  @Arbiter
  public void rest(ZZL_Result r) {
    r.r3 = streams.rest();
  }
}

package io.strata.l2.index;

import io.strata.l2.Engine;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Two files get their first blocks. */
@JCStressTest
@Outcome(
    id = {"two ids"},
    expect = Expect.ACCEPTABLE,
    desc = "their ids differ")
@State
public class TwoFiles {
  // The upper halves of the ids, which are unique; the lower are hashes of the names.
  private final Engine engine = new Engine(0);
  private long one;
  private long other;

  @Actor
  public void one() {
    one = engine.open("one").id() >>> Integer.SIZE;
  }

  @Actor
  public void other() {
    other = engine.open("other").id() >>> Integer.SIZE;
  }

  @Arbiter
  public void compare(L_Result r) {
    r.r1 = one == other ? "one id" : "two ids";
  }
}

package io.strata.l2.pool;

import io.strata.l2.Engine;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A bucket is formatted while another thread takes a slot of its class. */
@JCStressTest
@Outcome(
    id = {"none", "whole"},
    expect = Expect.ACCEPTABLE,
    desc = "no slot is taken before it has its address")
@State
public class FormatAgainstTake {

  private final Engine engine = new Engine(1);

  @Actor
  public void format() {
    engine.pool.formatEmptyBucket(engine.sizeClass());
  }

  @Actor
  public void take(L_Result r) {
    int handle = engine.pool.takeFree(engine.sizeClass());
    if (handle == Handle.NONE) {
      r.r1 = "none";
      return;
    }
    engine.fill(handle, 1, 1);
    boolean whole =
        Meta.state(engine.slots.meta(handle)) == Meta.FILLING
            && engine.slots.nextPart(handle) == Handle.NONE
            && engine.holds(handle, 1, 1);
    r.r1 = whole ? "whole" : "not whole";
  }
}

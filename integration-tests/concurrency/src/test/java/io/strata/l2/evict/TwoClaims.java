package io.strata.l2.evict;

import io.strata.l2.Engine;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.layout.Handle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** Two threads need a slot of a class with one victim. */
@JCStressTest
@Outcome(
    id = {"taken, none, 1 block", "none, taken, 1 block"},
    expect = Expect.ACCEPTABLE,
    desc = "one of them gets it, and the other block stays")
@State
public class TwoClaims {
  private final Engine engine = new Engine(2);
  private final FileBlocks file = engine.open("file");
  private final int slot = engine.put(file, 1);
  private final VictimSelection selection = engine.selection();

  public TwoClaims() {
    engine.put(file, 2);
    selection.chooseVictim(slot, engine.slots.meta(slot));
  }

  @Actor
  public void one(LLL_Result r) {
    r.r1 = claim();
  }

  @Actor
  public void other(LLL_Result r) {
    r.r2 = claim();
  }

  private String claim() {
    int claimed = selection.claimVictim(engine.sizeClass());
    if (claimed != Handle.NONE) {
      engine.pool.release(claimed);
    }
    return claimed == Handle.NONE ? "none" : "taken";
  }

  @Arbiter
  public void audit(LLL_Result r) {
    r.r3 = engine.audit();
  }
}

package io.strata.l2.evict;

import io.strata.l2.Engine;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** A block is evicted by its key, and its slot reused, while it is chosen as a victim. */
@JCStressTest
@Outcome(
    id = {"chosen, evicted, no block", "not chosen, evicted, no block"},
    expect = Expect.ACCEPTABLE,
    desc = "the slot is not claimed as a victim afterwards")
@State
public class ChooseAgainstEvict {
  private final Engine engine = new Engine(1);
  private final FileBlocks file = engine.open("file");
  private final int slot = engine.put(file, 1);
  private final VictimSelection selection = engine.selection();

  @Actor
  public void choose(LLL_Result r) {
    long meta = engine.slots.meta(slot);
    boolean chosen = Meta.isVisible(meta) && selection.chooseVictim(slot, meta);
    r.r1 = chosen ? "chosen" : "not chosen";
  }

  @Actor
  public void evict() {
    engine.evictor.evict(slot, file, 1);
  }

  @Arbiter
  public void audit(LLL_Result r) {
    r.r2 = selection.claimVictim(engine.sizeClass()) == Handle.NONE ? "evicted" : "claimed";
    r.r3 = engine.audit();
  }
}

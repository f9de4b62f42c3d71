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

/** A victim is read again, some time after its insertion, while its slot is needed. */
@JCStressTest
@Outcome(
    id = "own, kept, 1 block",
    expect = Expect.ACCEPTABLE,
    desc = "the read came first: the block stays")
@Outcome(
    id = "nothing, taken, no block",
    expect = Expect.ACCEPTABLE,
    desc = "the claim came first: the block is evicted")
@State
public class ReadAgainstClaim {
  private final Engine engine = new Engine(1);
  private final FileBlocks file = engine.open("file");
  private final int slot = engine.put(file, 1);
  private final VictimSelection selection = engine.selection();

  public ReadAgainstClaim() {
    selection.chooseVictim(slot, engine.slots.meta(slot));
    // Lets time pass, so that a read changes the policy bits.
    engine.slots.policy().onInsert(2, 1 << 18, false);
  }

  @Actor
  public void read(LLL_Result r) {
    r.r1 = engine.read(file.id(), 1);
  }

  @Actor
  public void claim(LLL_Result r) {
    int claimed = selection.claimVictim(engine.sizeClass());
    r.r2 = claimed == Handle.NONE ? "kept" : "taken";
    if (claimed != Handle.NONE) {
      engine.pool.release(claimed);
    }
  }

  @Arbiter
  public void audit(LLL_Result r) {
    r.r3 = engine.audit();
  }
}

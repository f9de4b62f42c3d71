package io.strata.l2.evict;

import io.strata.l2.Engine;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.layout.Meta;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** A block is read, some time after its insertion, while it is chosen as a victim. */
@JCStressTest
@Outcome(
    id = {"own, chosen, victim", "own, chosen, spared", "own, not chosen, spared"},
    expect = Expect.ACCEPTABLE,
    desc = "it stays, and is a victim only if it was chosen after the read")
@State
public class ReadAgainstChoose {
  private final Engine engine = new Engine(1);
  private final FileBlocks file = engine.open("file");
  private final int slot = engine.put(file, 1);
  private final VictimSelection selection = engine.selection();

  public ReadAgainstChoose() {
    // Lets time pass, so that a read changes the policy bits.
    engine.slots.policy().onInsert(2, 1 << 18, false);
  }

  @Actor
  public void read(LLL_Result r) {
    r.r1 = engine.read(file.id(), 1);
  }

  @Actor
  public void choose(LLL_Result r) {
    long meta = engine.slots.meta(slot);
    boolean chosen = Meta.pins(meta) == 0 && selection.chooseVictim(slot, meta);
    r.r2 = chosen ? "chosen" : "not chosen";
  }

  @Arbiter
  public void audit(LLL_Result r) {
    r.r3 = Meta.isVictim(engine.slots.meta(slot)) ? "victim" : "spared";
  }
}

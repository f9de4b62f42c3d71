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

/** A slot is reused for another key while both keys are read. */
@JCStressTest
@Outcome(
    id = {"nothing, nothing, 1 block", "nothing, own, 1 block", "own, nothing, 1 block"},
    expect = Expect.ACCEPTABLE,
    desc = "its own block or none for each key")
@State
public class ReadUnderReuse {

  private final Engine engine = new Engine(1);
  private final FileBlocks file = engine.open("file");
  private final int slot = engine.put(file, 1);

  /** Reads the new key first: what it finds must be whole. */
  @Actor
  public void read(LLL_Result r) {
    r.r1 = engine.read(file.id(), 2);
    r.r2 = engine.read(file.id(), 1);
  }

  @Actor
  public void reuse() {
    long meta = engine.slots.meta(slot);
    if (Meta.isVisible(meta) && Meta.pins(meta) == 0 && engine.evictor.claim(slot, meta)) {
      engine.publish(slot, file, 2);
    }
  }

  @Arbiter
  public void audit(LLL_Result r) {
    r.r3 = engine.audit();
  }
}

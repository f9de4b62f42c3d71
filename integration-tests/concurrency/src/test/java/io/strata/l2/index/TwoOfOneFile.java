package io.strata.l2.index;

import io.strata.l2.Engine;
import io.strata.l2.layout.Meta;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** Two blocks are linked into the list of one file. */
@JCStressTest
@Outcome(id = "2 linked, 2 met", expect = Expect.ACCEPTABLE, desc = "both are in the list")
@State
public class TwoOfOneFile {
  private final Engine engine = new Engine(2);
  private final FileBlocks file = engine.open("file");
  private final int one = engine.take();
  private final int other = engine.take();

  public TwoOfOneFile() {
    engine.fill(one, file.id(), 1);
    engine.fill(other, file.id(), 2);
  }

  @Actor
  public void one() {
    file.link(engine.slots, one, Engine.BLOCK_BYTES);
  }

  @Actor
  public void other() {
    file.link(engine.slots, other, Engine.BLOCK_BYTES);
  }

  @Arbiter
  public void audit(LL_Result r) {
    for (int handle : new int[] {one, other}) {
      engine.slots.setMeta(handle, Meta.visible(engine.slots.meta(handle), 0));
    }
    r.r1 = file.blocks() + " linked";
    try (FileBlocks.Walk walk = file.walk(engine.slots, offset -> true)) {
      r.r2 = walk.next().length + " met";
    }
  }
}

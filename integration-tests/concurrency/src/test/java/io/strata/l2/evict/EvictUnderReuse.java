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

/** A slot is claimed for another block of another file while the old one is evicted by request. */
@JCStressTest
@Outcome(
    id = {"true, false, no block", "false, true, 1 block"},
    expect = Expect.ACCEPTABLE,
    desc = "the new block stays, whichever thread evicted the old one")
@State
public class EvictUnderReuse {

  private final Engine engine = new Engine(1);
  private final FileBlocks file = engine.open("file");
  private final FileBlocks other = engine.open("other");
  private final int slot = engine.put(file, 1);

  @Actor
  public void evict(LLL_Result r) {
    r.r1 = engine.evictor.evict(slot, file);
  }

  @Actor
  public void reuse(LLL_Result r) {
    long meta = engine.slots.meta(slot);
    r.r2 = Meta.isVisible(meta) && engine.evictor.claim(slot, meta);
    if ((boolean) r.r2) {
      engine.publish(slot, other, 1);
    }
  }

  @Arbiter
  public void audit(LLL_Result r) {
    r.r3 = engine.audit();
  }
}

package io.strata.l2.evict;

import io.strata.l2.Engine;
import io.strata.l2.index.FileBlocks;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Two readers release a block that was evicted while they pinned it. */
@JCStressTest
@Outcome(id = "no block", expect = Expect.ACCEPTABLE, desc = "the last one frees the slot, once")
@State
public class TwoUnpins {

  private final Engine engine = new Engine(1);
  private final FileBlocks file = engine.open("file");
  private final int slot = engine.put(file, 1);

  public TwoUnpins() {
    engine.slots.pinQuietly(slot);
    engine.slots.pinQuietly(slot);
    engine.evictor.evict(slot, file);
  }

  @Actor
  public void one() {
    engine.unpin(slot);
  }

  @Actor
  public void other() {
    engine.unpin(slot);
  }

  @Arbiter
  public void audit(L_Result r) {
    r.r1 = engine.audit();
  }
}

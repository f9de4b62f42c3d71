package io.strata.l2.evict;

import io.strata.l2.Engine;
import io.strata.l2.index.FileBlocks;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** The last pin is released while the block is being evicted. */
@JCStressTest
@Outcome(
    id = "true, no block",
    expect = Expect.ACCEPTABLE,
    desc = "the last of the two frees the slot, once")
@State
public class EvictUnderPin {

  private final Engine engine = new Engine(1);
  private final FileBlocks file = engine.open("file");
  private final int slot = engine.put(file, 1);

  public EvictUnderPin() {
    engine.slots.pinQuietly(slot);
  }

  @Actor
  public void letGo() {
    engine.unpin(slot);
  }

  @Actor
  public void evict(LL_Result r) {
    r.r1 = engine.evictor.evict(slot, file);
  }

  @Arbiter
  public void audit(LL_Result r) {
    r.r2 = engine.audit();
  }
}

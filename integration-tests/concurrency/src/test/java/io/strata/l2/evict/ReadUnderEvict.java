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

/** A block is evicted while it is read; the reader or the evictor frees the slot. */
@JCStressTest
@Outcome(
    id = {"nothing, no block", "own, no block"},
    expect = Expect.ACCEPTABLE,
    desc = "the block or none, and the slot is freed once")
@State
public class ReadUnderEvict {

  private final Engine engine = new Engine(1);
  private final FileBlocks file = engine.open("file");
  private final int slot = engine.put(file, 1);

  @Actor
  public void read(LL_Result r) {
    r.r1 = engine.read(file.id(), 1);
  }

  @Actor
  public void evict() {
    engine.evictor.evict(slot, file);
  }

  @Arbiter
  public void audit(LL_Result r) {
    r.r2 = engine.audit();
  }
}

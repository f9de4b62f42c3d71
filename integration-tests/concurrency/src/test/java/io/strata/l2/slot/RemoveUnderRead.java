package io.strata.l2.slot;

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

/** A bucket is emptied and removed under a reader that follows links into it. */
@JCStressTest
@Outcome(
    id = {"nothing, own, 1 block", "own, own, 1 block"},
    expect = Expect.ACCEPTABLE,
    desc = "what was in it or nothing, and what is behind it in the chain in any case")
@State
public class RemoveUnderRead {

  private final Engine engine = new Engine(2);
  private final FileBlocks file = engine.open("file");
  private final int staying = engine.put(file, 2);
  private final int leaving = engine.put(file, 1);

  @Actor
  public void read(LLL_Result r) {
    r.r1 = engine.read(file.id(), 1);
    r.r2 = engine.read(file.id(), 2);
  }

  @Actor
  public void remove() {
    engine.evictor.evict(leaving, file);
    engine.pool.removal().retire(Handle.bucket(leaving));
  }

  @Arbiter
  public void audit(LLL_Result r) {
    boolean gone = engine.pool.liveBuckets() == 1 && engine.slots.next(leaving) == Handle.NONE;
    r.r3 = gone && engine.index.findAndPin(file.id(), 2, false) == staying ? "1 block" : "not gone";
  }
}

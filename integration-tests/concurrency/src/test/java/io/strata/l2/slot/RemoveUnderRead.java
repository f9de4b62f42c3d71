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

/** A bucket is emptied and removed while a reader follows links into it. */
@JCStressTest
@Outcome(
    id = {"nothing, own, 1 block", "own, own, 1 block"},
    expect = Expect.ACCEPTABLE,
    desc = "its block or none, and in any case the next block of the chain")
@State
public class RemoveUnderRead {

  private final Engine engine = new Engine(2);
  private final FileBlocks file = engine.open("file");
  private final int remaining = engine.put(file, 2);
  private final int removedSlot = engine.put(file, 1);

  @Actor
  public void read(LLL_Result r) {
    r.r1 = engine.read(file.id(), 1);
    r.r2 = engine.read(file.id(), 2);
  }

  @Actor
  public void remove() {
    engine.evictor.evict(removedSlot, file);
    engine.pool.removal().retire(Handle.bucket(removedSlot));
  }

  @Arbiter
  public void audit(LLL_Result r) {
    boolean removed =
        engine.pool.liveBuckets() == 1 && engine.slots.next(removedSlot) == Handle.NONE;
    r.r3 =
        removed && engine.index.findAndPin(file.id(), 2, false) == remaining
            ? "1 block"
            : "not removed";
  }
}

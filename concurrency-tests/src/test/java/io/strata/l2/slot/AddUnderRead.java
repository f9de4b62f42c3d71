package io.strata.l2.slot;

import io.strata.l2.Engine;
import io.strata.l2.Memory;
import io.strata.l2.index.FileBlocks;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A bucket is added, and a block put into it, while the block is looked up. */
@JCStressTest
@Outcome(
    id = {"nothing, 1 block", "own, 1 block"},
    expect = Expect.ACCEPTABLE,
    desc = "the whole block or none of it")
@State
public class AddUnderRead {

  private final Engine engine = new Engine(0);
  private final FileBlocks file = engine.open("file");

  @Actor
  public void read(LL_Result r) {
    r.r1 = engine.read(file.id(), 1);
  }

  @Actor
  public void add() {
    engine.space.add(Memory.take(1));
    engine.put(file, 1);
  }

  @Arbiter
  public void audit(LL_Result r) {
    r.r2 = engine.audit();
  }
}

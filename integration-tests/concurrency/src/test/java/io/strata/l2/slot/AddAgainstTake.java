package io.strata.l2.slot;

import io.strata.l2.Engine;
import io.strata.l2.Memory;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.layout.Handle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A bucket is added while another thread takes a slot for a block, which it then reads. */
@JCStressTest
@Outcome(
    id = {"no slot, no block", "own, 1 block"},
    expect = Expect.ACCEPTABLE,
    desc = "the whole bucket or none of it")
@State
public class AddAgainstTake {

  private final Engine engine = new Engine(0);
  private final FileBlocks file = engine.open("file");

  @Actor
  public void add() {
    engine.pool.growth(1, numbers -> Memory.take(numbers.length)).run();
  }

  @Actor
  public void take(LL_Result r) {
    int slot = engine.take();
    if (slot == Handle.NONE) {
      r.r1 = "no slot";
      return;
    }
    engine.publish(slot, file, 1);
    r.r1 = engine.read(file.id(), 1);
  }

  @Arbiter
  public void audit(LL_Result r) {
    r.r2 = engine.audit();
  }
}

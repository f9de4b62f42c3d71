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

/** A block is read while it is moved to another slot. */
@JCStressTest
@Outcome(id = "own, 1 block", expect = Expect.ACCEPTABLE, desc = "it is always found")
@State
public class ReadUnderMove {

  private final Engine engine = new Engine(2);
  private final FileBlocks file = engine.open("file");
  private final int slot = engine.put(file, 1);
  private final Relocator relocator = new Relocator(engine.core(), engine.selection());

  public ReadUnderMove() {
    engine.format();
  }

  @Actor
  public void read(LL_Result r) {
    r.r1 = engine.read(file.id(), 1);
  }

  @Actor
  public void move() {
    relocator.move(slot);
  }

  @Arbiter
  public void audit(LL_Result r) {
    r.r2 = engine.audit();
  }
}

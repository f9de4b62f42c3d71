package io.strata.l2.index;

import io.strata.l2.Engine;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A block is looked up while others are linked in front of it in its chain. */
@JCStressTest
@Outcome(id = "own, 2 blocks", expect = Expect.ACCEPTABLE, desc = "it is always found")
@State
public class FindUnderLink {

  private final Engine engine = new Engine(2);
  private final FileBlocks file = engine.open("file");
  private final int slot;

  public FindUnderLink() {
    engine.put(file, 1);
    slot = engine.take();
  }

  @Actor
  public void read(LL_Result r) {
    r.r1 = engine.read(file.id(), 1);
  }

  @Actor
  public void link() {
    engine.publish(slot, file, 2);
  }

  @Arbiter
  public void audit(LL_Result r) {
    r.r2 = engine.audit();
  }
}

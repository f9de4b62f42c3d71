package io.strata.l2.index;

import io.strata.l2.Engine;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** Two blocks are linked into the same chain. */
@JCStressTest
@Outcome(id = "own, own, 2 blocks", expect = Expect.ACCEPTABLE, desc = "both are found")
@State
public class TwoLinks {

  private final Engine engine = new Engine(2);
  private final FileBlocks file = engine.open("file");
  private final int one = engine.take();
  private final int other = engine.take();

  @Actor
  public void one() {
    engine.publish(one, file, 1);
  }

  @Actor
  public void other() {
    engine.publish(other, file, 2);
  }

  @Arbiter
  public void audit(LLL_Result r) {
    r.r1 = engine.read(file.id(), 1);
    r.r2 = engine.read(file.id(), 2);
    r.r3 = engine.audit();
  }
}

package io.strata.l2.index;

import io.strata.l2.Engine;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** Two blocks are linked into the list of one file. */
@JCStressTest
@Outcome(id = "2 linked, 2 met", expect = Expect.ACCEPTABLE, desc = "both are in the list")
@State
public class TwoOfOneFile {
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
  public void audit(LL_Result r) {
    r.r1 = file.blocks() + " linked";
    try (FileBlocks.Walk walk = file.walk(engine.slots, offset -> true)) {
      r.r2 = walk.next().length + " met";
    }
  }
}

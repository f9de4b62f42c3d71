package io.strata.l2.index;

import io.strata.l2.Engine;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;

/** Two neighbors in a chain are evicted concurrently. */
@JCStressTest
@Outcome(
    id = "nothing, nothing, own, 1 block",
    expect = Expect.ACCEPTABLE,
    desc = "the chain is intact")
@State
public class TwoUnlinks {

  private final Engine engine = new Engine(3);
  private final FileBlocks file = engine.open("file");
  private final int one;
  private final int other;

  public TwoUnlinks() {
    engine.put(file, 3);
    one = engine.put(file, 2);
    other = engine.put(file, 1);
  }

  @Actor
  public void one() {
    engine.evictor.evict(one, file);
  }

  @Actor
  public void other() {
    engine.evictor.evict(other, file);
  }

  @Arbiter
  public void audit(LLLL_Result r) {
    r.r1 = engine.read(file.id(), 1);
    r.r2 = engine.read(file.id(), 2);
    r.r3 = engine.read(file.id(), 3);
    r.r4 = engine.audit();
  }
}

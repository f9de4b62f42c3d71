package io.strata.l2.index;

import io.strata.l2.Engine;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** A block is linked into a chain, and another evicted from it, while the chain is split. */
@JCStressTest
@Outcome(
    id = "own, nothing, 1 block",
    expect = Expect.ACCEPTABLE,
    desc = "each is in the chain to which it belongs, or in none")
@State
public class ChangeUnderSplit {
  private final Engine engine = new Engine(2, 1);
  private final FileBlocks file = engine.open("file");
  private final int evicted = engine.put(file, FindUnderSplit.MOVES);
  private final int inserted = engine.take();

  public ChangeUnderSplit() {
    engine.index.take(engine.index.allocate(2));
  }

  @Actor
  public void change() {
    engine.publish(inserted, file, FindUnderSplit.MOVES + (1L << 40));
    engine.evictor.evict(evicted, file);
  }

  @Actor
  public void split() {
    engine.index.grow();
  }

  @Arbiter
  public void audit(LLL_Result r) {
    r.r1 = engine.read(file.id(), FindUnderSplit.MOVES + (1L << 40));
    r.r2 = engine.read(file.id(), FindUnderSplit.MOVES);
    r.r3 = engine.audit();
  }
}

package io.strata.l2.evict;

import io.strata.l2.Engine;
import io.strata.l2.index.FileBlocks;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** Two readers pin and release the same block. */
@JCStressTest
@Outcome(
    id = "own, own, 1 block",
    expect = Expect.ACCEPTABLE,
    desc = "both get it, and no pin remains")
@State
public class TwoReaders {

  private final Engine engine = new Engine(1);
  private final FileBlocks file = engine.open("file");

  public TwoReaders() {
    engine.put(file, 1);
  }

  @Actor
  public void one(LLL_Result r) {
    r.r1 = engine.read(file.id(), 1);
  }

  @Actor
  public void other(LLL_Result r) {
    r.r2 = engine.read(file.id(), 1);
  }

  @Arbiter
  public void audit(LLL_Result r) {
    r.r3 = engine.audit();
  }
}

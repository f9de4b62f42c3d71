package io.strata.l2.write;

import io.strata.l2.Block;
import io.strata.l2.Engine;
import io.strata.l2.index.FileBlocks;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** Two threads insert the same block. */
@JCStressTest
@Outcome(
    id = {"own, 1 block, 1 and 1 released"},
    expect = Expect.ACCEPTABLE,
    desc = "it is cached once")
@State
public class TwoOffers {
  private final Engine engine = new Engine(2);
  private final WritePath<Block> path = engine.writePath();
  private final Block one = new Block(Engine.idOf("file", 1), 1);
  private final Block other = new Block(Engine.idOf("file", 1), 1);

  @Actor
  public void one() {
    path.insert("file", 1, one);
  }

  @Actor
  public void other() {
    path.insert("file", 1, other);
  }

  @Arbiter
  public void audit(LL_Result r) {
    FileBlocks file = engine.files.find("file");
    r.r1 = file == null ? "no file" : engine.read(file.id(), 1);
    r.r2 = engine.audit() + ", " + one.releases() + " and " + other.releases() + " released";
  }
}

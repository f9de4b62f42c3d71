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

/** A file is closed and its name reused: the inserted block belongs to the new file or to none. */
@JCStressTest
@Outcome(
    id = {"own, 1 block, 1 released", "nothing, no block, 1 released"},
    expect = Expect.ACCEPTABLE,
    desc = "no block is found under the name of a file that was closed afterwards")
@State
public class RetireAgainstOffer {
  private final Engine engine = new Engine(2);
  private final WritePath<Block> path = engine.writePath();
  private final Block old = new Block(Engine.idOf("file", 1), 1);
  private final Block block = new Block(Engine.idOf("file", 2), 1);

  public RetireAgainstOffer() {
    path.insert("file", 1, old);
  }

  @Actor
  public void close() {
    FileBlocks closed = engine.files.retire("file");
    if (closed != null) {
      engine.evictor.evictAll(closed, offset -> true);
    }
  }

  @Actor
  public void offer() {
    path.insert("file", 1, block);
  }

  @Arbiter
  public void audit(LL_Result r) {
    FileBlocks file = engine.files.find("file");
    r.r1 = file == null ? Engine.NOTHING : engine.read(file.id(), 1);
    r.r2 = engine.audit() + ", " + block.releases() + " released";
  }
}

package io.strata.l2.attach;

import io.strata.l2.Block;
import io.strata.l2.Engine;
import io.strata.l2.compress.Compressors;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.write.WritePath;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** A block is inserted again while its kept copy is attached. */
@JCStressTest
@Outcome(
    id = "inserted, own, 1 block",
    expect = Expect.ACCEPTABLE,
    desc = "the inserted copy stays, the kept one is evicted")
@Outcome(
    id = "rejected, own, 1 block",
    expect = Expect.ACCEPTABLE,
    desc = "the kept copy was there first")
@Outcome(
    id = "rejected, nothing, no block",
    expect = Expect.ACCEPTABLE,
    desc = "each thread saw the other's copy and dropped its own: a miss")
@State
public class InsertUnderAttach {
  private final Engine engine = new Engine(3);
  private final FileBlocks file = engine.open("file");
  private final WritePath<Block> path = engine.writePath();
  private final KeptBlocks blocks =
      new KeptBlocks(
          engine.core(),
          new Attachment.Rules(1, 3, false, Compressors.NONE, path::isInFlight, new Tombstones()));
  private final int kept = engine.take();

  public InsertUnderAttach() {
    engine.fill(kept, file.id(), 1);
  }

  @Actor
  public void attach() {
    blocks.publish(kept, 0);
  }

  @Actor
  public void insert(LLL_Result r) {
    r.r1 = path.insert("file", 1, new Block(file.id(), 1)) ? "inserted" : "rejected";
  }

  @Arbiter
  public void audit(LLL_Result r) {
    r.r2 = engine.read(file.id(), 1);
    r.r3 = engine.audit();
  }
}

package io.strata.l2.evict;

import io.strata.concurrency.weaken.Paused;
import io.strata.l2.Block;
import io.strata.l2.Engine;
import io.strata.l2.Resize;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.write.WritePath;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A block is inserted into a bucket that is removed and added again. */
@JCStressTest
@Paused("SlotWriter.publish")
@Outcome(
    id = "own, 1 block",
    expect = Expect.ACCEPTABLE,
    desc = "in another bucket, where it was inserted or moved to, or in the one added again")
@Outcome(
    id = "nothing, no block",
    expect = Expect.ACCEPTABLE,
    desc = "evicted by its writer, which saw that the bucket is drained")
@State
public class InsertUnderResize {
  private final Resize resize = new Resize();
  private final Engine engine = resize.engine();
  private final FileBlocks file = engine.open("file");
  private final WritePath<Block> path = engine.writePath();

  public InsertUnderResize() {
    resize.freeAll();
  }

  @Actor
  public void insert() {
    path.insert("file", 1, new Block(file.id(), 1));
  }

  @Actor
  public void resize() {
    resize.run();
  }

  @Arbiter
  public void audit(LL_Result r) {
    r.r1 = engine.read(file.id(), 1);
    r.r2 = resize.audit();
  }
}

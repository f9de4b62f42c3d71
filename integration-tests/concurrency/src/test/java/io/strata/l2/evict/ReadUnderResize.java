package io.strata.l2.evict;

import io.strata.concurrency.weaken.Paused;
import io.strata.l2.Engine;
import io.strata.l2.Resize;
import io.strata.l2.index.FileBlocks;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/**
 * A block is read while its bucket is removed, added again, and formatted for another block, which
 * is written over the first.
 */
@JCStressTest
@Paused("SlotTable.read")
@Outcome(
    id = "own, 4 blocks",
    expect = Expect.ACCEPTABLE,
    desc = "the reader finds the block, moved or not, and the bucket waits for its pin")
@Outcome(
    id = "nothing, 4 blocks",
    expect = Expect.ACCEPTABLE,
    desc = "the thread that locked the chain did not run for as long as a lookup waits: a miss")
@State
public class ReadUnderResize {
  private final Resize resize = new Resize();
  private final Engine engine = resize.engine();
  private final FileBlocks file = engine.open("file");

  public ReadUnderResize() {
    engine.publish(resize.takeLast(), file, 1);
  }

  @Actor
  public void read(LL_Result r) {
    r.r1 = engine.read(file.id(), 1);
  }

  @Actor
  public void resize() {
    resize.run();
    resize.fill(file, 2);
  }

  @Arbiter
  public void audit(LL_Result r) {
    r.r2 = resize.audit();
  }
}

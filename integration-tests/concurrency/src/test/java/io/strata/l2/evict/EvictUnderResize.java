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
import org.openjdk.jcstress.infra.results.LLL_Result;

/**
 * A block is evicted while its bucket is removed, added again, and formatted for another block of
 * the same file.
 */
@JCStressTest
@Paused("Evictor.compareAndSetMeta")
@Outcome(
    id = "true, nothing, 3 blocks",
    expect = Expect.ACCEPTABLE,
    desc = "the block is evicted wherever it was moved to, and the other one stays")
@State
public class EvictUnderResize {
  private final Resize resize = new Resize();
  private final Engine engine = resize.engine();
  private final FileBlocks file = engine.open("file");

  public EvictUnderResize() {
    engine.publish(resize.takeLast(), file, 1);
  }

  @Actor
  public void evict(LLL_Result r) {
    r.r1 = engine.evictor.evict(file, 1);
  }

  @Actor
  public void resize() {
    resize.run();
    resize.fill(file, 2);
  }

  @Arbiter
  public void audit(LLL_Result r) {
    r.r2 = engine.read(file.id(), 1);
    r.r3 = resize.audit();
  }
}

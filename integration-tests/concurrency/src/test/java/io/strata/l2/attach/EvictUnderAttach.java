package io.strata.l2.attach;

import io.strata.l2.Engine;
import io.strata.l2.compress.Compressors;
import io.strata.l2.index.FileBlocks;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A block that was inserted again is evicted while its kept copy is attached. */
@JCStressTest
@Outcome(
    id = "nothing, no block",
    expect = Expect.ACCEPTABLE,
    desc = "neither the kept copy nor the inserted one remains")
@State
public class EvictUnderAttach {
  private final Engine engine = new Engine(2);
  private final FileBlocks file = engine.open("file");
  private final Tombstones tombstones = new Tombstones();
  private final KeptBlocks blocks =
      new KeptBlocks(
          engine.core(),
          new Attachment.Rules(1, 2, false, Compressors.NONE, (of, offset) -> false, tombstones));
  private final int kept = engine.take();

  public EvictUnderAttach() {
    engine.fill(kept, file.id(), 1);
    engine.put(file, 1);
  }

  @Actor
  public void attach() {
    blocks.publish(kept, 0);
  }

  /** In the order of the store. */
  @Actor
  public void evict() {
    tombstones.add(file.id(), 1);
    engine.evictor.evict(file, 1);
  }

  @Arbiter
  public void audit(LL_Result r) {
    r.r1 = engine.read(file.id(), 1);
    r.r2 = engine.audit();
  }
}

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
import org.openjdk.jcstress.infra.results.LLL_Result;

/** A file is closed, and its blocks evicted, while one of them is attached. */
@JCStressTest
@Outcome(
    id = "closed, nothing, no block",
    expect = Expect.ACCEPTABLE,
    desc = "no block of the file remains")
@State
public class CloseUnderAttach {
  private final Engine engine = new Engine(2);
  private final FileBlocks file = engine.open("file");
  private final KeptBlocks blocks =
      new KeptBlocks(
          engine.core(),
          new Attachment.Rules(
              1, 2, false, Compressors.NONE, (of, offset) -> false, new Tombstones()));
  private final int kept = engine.take();

  public CloseUnderAttach() {
    engine.fill(kept, file.id(), 1);
  }

  @Actor
  public void attach() {
    blocks.publish(kept, 0);
  }

  @Actor
  public void close(LLL_Result r) {
    FileBlocks closed = engine.files.retire("file");
    if (closed != null) {
      engine.evictor.evictAll(closed, offset -> true);
      r.r1 = "closed";
    }
  }

  @Arbiter
  public void audit(LLL_Result r) {
    r.r2 = engine.read(file.id(), 1);
    r.r3 = engine.audit();
  }
}

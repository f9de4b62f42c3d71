package io.strata.l2.attach;

import io.strata.concurrency.weaken.Paused;
import io.strata.l2.Engine;
import io.strata.l2.compress.Compressors;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.pack.Unpacker;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/**
 * A kept block that was inserted again is attached while a reader unpacks it, and thereby moves it
 * to another slot.
 */
@JCStressTest
@Outcome(
    id = "own, own, 1 block",
    expect = Expect.ACCEPTABLE,
    desc = "the block is found at any time, and stays once")
@State
@Paused("Publisher.isWanted")
public class UnpackUnderAttach {
  private final Engine engine = new Engine(3);
  private final FileBlocks file = engine.open("file");
  private final Unpacker unpacker = engine.unpacker();
  private final KeptBlocks blocks =
      new KeptBlocks(
          engine.core(),
          new Attachment.Rules(
              1, 3, false, Compressors.NONE, (of, offset) -> false, new Tombstones()));
  private final int kept = engine.take();

  public UnpackUnderAttach() {
    engine.fillPacked(kept, file.id(), 1);
    engine.put(file, 1);
    engine.format();
  }

  @Actor
  public void attach() {
    blocks.publish(kept, 0);
  }

  @Actor
  public void read(LLL_Result r) {
    r.r1 = engine.read(unpacker, file.id(), 1);
  }

  @Arbiter
  public void audit(LLL_Result r) {
    r.r2 = engine.read(unpacker, file.id(), 1);
    r.r3 = engine.audit();
  }
}

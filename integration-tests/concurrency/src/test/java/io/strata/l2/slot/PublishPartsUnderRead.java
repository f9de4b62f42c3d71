package io.strata.l2.slot;

import io.strata.l2.Engine;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.layout.Handle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A block in two slots is published while its key is looked up. */
@JCStressTest
@Outcome(
    id = {"nothing", "own"},
    expect = Expect.ACCEPTABLE,
    desc = "both parts or none")
@State
public class PublishPartsUnderRead {
  private static final long SECOND_HALF = 1000;

  private final Engine engine = new Engine(2);
  private final FileBlocks file = engine.open("file");
  private final int first = engine.take();
  private final int part = engine.take();

  @Actor
  public void publish() {
    engine.slots.join(part, first, Engine.BLOCK_BYTES);
    engine.slots.setNextPart(first, part);
    engine.write(part, file.id(), SECOND_HALF);
    engine.publish(first, file, 1);
  }

  @Actor
  public void read(L_Result r) {
    int found = engine.index.findAndPin(file.id(), 1, true);
    if (found == Handle.NONE) {
      r.r1 = Engine.NOTHING;
      return;
    }
    boolean own =
        engine.holds(found, file.id(), 1)
            && engine.slots.nextPart(found) == part
            && engine.contains(part, file.id(), SECOND_HALF);
    engine.unpin(found);
    r.r1 = own ? Engine.OWN : Engine.WRONG;
  }
}

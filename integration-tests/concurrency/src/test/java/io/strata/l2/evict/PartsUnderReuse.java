package io.strata.l2.evict;

import io.strata.l2.Engine;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A block in two slots is read while both are reused for other blocks. */
@JCStressTest
@Outcome(
    id = {"nothing, 2 blocks", "own, 2 blocks", "nothing, 1 block", "own, 1 block"},
    expect = Expect.ACCEPTABLE,
    desc = "both parts or none")
@State
public class PartsUnderReuse {

  private static final long SECOND_HALF = 1000;

  private final Engine engine = new Engine(2);
  private final FileBlocks file = engine.open("file");
  private final int first = engine.take();
  private final int part = engine.take();

  public PartsUnderReuse() {
    engine.slots.join(part, first, Engine.BLOCK_BYTES);
    engine.slots.setNextPart(first, part);
    engine.write(part, file.id(), SECOND_HALF);
    engine.publish(first, file, 1);
  }

  @Actor
  public void read(LL_Result r) {
    int found = engine.index.findAndPin(file.id(), 1, true);
    if (found == Handle.NONE) {
      r.r1 = Engine.NOTHING;
      return;
    }
    int next = engine.slots.nextPart(found);
    boolean own =
        engine.holds(found, file.id(), 1)
            && next == part
            && engine.contains(next, file.id(), SECOND_HALF);
    engine.unpin(found);
    r.r1 = own ? Engine.OWN : Engine.WRONG;
  }

  @Actor
  public void reuse() {
    long meta = engine.slots.meta(first);
    if (Meta.isVisible(meta) && Meta.pins(meta) == 0 && engine.evictor.claim(first, meta)) {
      engine.publish(first, file, 2);
      engine.put(file, 3);
    }
  }

  @Arbiter
  public void audit(LL_Result r) {
    r.r2 = engine.audit();
  }
}

package io.strata.l2.write;

import io.strata.l2.Block;
import io.strata.l2.Engine;
import io.strata.l2.layout.Handle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** A block is evicted while it is in flight to its slot. */
@JCStressTest
@Outcome(
    id = "true, nothing, no block, 1 released, 0 bytes",
    expect = Expect.ACCEPTABLE,
    desc = "it was there, and is not there afterwards")
@State
public class CancelAgainstWrite {
  private final InFlightEngine way = new InFlightEngine();

  @Actor
  public void write() {
    way.write();
  }

  /** In the order of the store. */
  @Actor
  public void evict(LLL_Result r) {
    Engine engine = way.engine;
    InFlightBlock<Block> block = way.inFlight.get(way.file, 1);
    boolean cancelled = block != null && block.claim();
    int handle = engine.index.find(way.file.id(), 1);
    if (block != null) {
      way.inFlight.remove(block);
    }
    boolean evicted = handle != Handle.NONE && engine.evictor.evict(handle, way.file, 1);
    r.r1 = cancelled || evicted;
  }

  @Arbiter
  public void audit(LLL_Result r) {
    r.r2 = way.engine.read(way.file.id(), 1);
    r.r3 = way.audit();
  }
}

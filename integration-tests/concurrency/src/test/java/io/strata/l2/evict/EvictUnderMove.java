package io.strata.l2.evict;

import io.strata.l2.Engine;
import io.strata.l2.index.FileBlocks;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A file is closed, and its blocks evicted, while one is moved to another slot. */
@JCStressTest
@Outcome(
    id = "nothing, no block",
    expect = Expect.ACCEPTABLE,
    desc = "neither the block nor its copy remains")
@State
public class EvictUnderMove {

  private final Engine engine = new Engine(2);
  private final FileBlocks file = engine.open("file");
  private final int slot = engine.put(file, 1);
  private final Relocator relocator = new Relocator(engine.core(), engine.selection());

  public EvictUnderMove() {
    engine.files.leave(file);
    engine.format();
  }

  @Actor
  public void move() {
    relocator.move(slot);
  }

  @Actor
  public void close() {
    FileBlocks closed = engine.files.retire("file");
    if (closed != null) {
      engine.evictor.evictAll(closed, offset -> true);
    }
  }

  @Arbiter
  public void audit(LL_Result r) {
    r.r1 = engine.read(file.id(), 1);
    r.r2 = engine.audit();
  }
}

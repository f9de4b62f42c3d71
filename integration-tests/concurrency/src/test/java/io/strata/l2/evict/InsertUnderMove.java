package io.strata.l2.evict;

import io.strata.l2.Block;
import io.strata.l2.Engine;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.write.WritePath;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** A block is evicted, and then inserted again, while it is moved to another slot. */
@JCStressTest
@Outcome(
    id = "evicted, inserted, own, 1 block",
    expect = Expect.ACCEPTABLE,
    desc = "no copy is visible after the eviction: it would reject the insertion, and vanish")
@State
public class InsertUnderMove {
  private final Engine engine = new Engine(3);
  private final FileBlocks file = engine.open("file");
  private final int slot = engine.put(file, 1);
  private final WritePath<Block> path = engine.writePath();
  private final Relocator relocator = new Relocator(engine.core(), engine.selection());

  public InsertUnderMove() {
    engine.format();
  }

  @Actor
  public void move() {
    relocator.move(slot);
  }

  /** In the order of the store. */
  @Actor
  public void evictAndInsert(LLL_Result r) {
    boolean evicted = engine.evictor.evict(file, 1);
    boolean inserted = path.insert("file", 1, new Block(file.id(), 1));
    r.r1 = (evicted ? "evicted, " : "not evicted, ") + (inserted ? "inserted" : "rejected");
  }

  @Arbiter
  public void audit(LLL_Result r) {
    r.r2 = engine.read(file.id(), 1);
    r.r3 = engine.audit();
  }
}

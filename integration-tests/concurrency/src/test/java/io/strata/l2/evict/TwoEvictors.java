package io.strata.l2.evict;

import io.strata.l2.Engine;
import io.strata.l2.index.FileBlocks;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** Two threads evict the same block: one by request, one for capacity. */
@JCStressTest
@Outcome(
    id = {"true, false, no block", "false, true, no block"},
    expect = Expect.ACCEPTABLE,
    desc = "one of them wins, and the slot is freed once")
@State
public class TwoEvictors {

  private final Engine engine = new Engine(1);
  private final FileBlocks file = engine.open("file");
  private final int slot = engine.put(file, 1);

  @Actor
  public void byRequest(LLL_Result r) {
    r.r1 = engine.evictor.evict(slot, file);
  }

  @Actor
  public void forCapacity(LLL_Result r) {
    r.r2 = engine.evictor.evictForCapacity(slot);
  }

  @Arbiter
  public void audit(LLL_Result r) {
    r.r3 = engine.audit();
  }
}

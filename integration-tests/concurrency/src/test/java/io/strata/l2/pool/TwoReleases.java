package io.strata.l2.pool;

import io.strata.l2.Engine;
import io.strata.l2.index.FileBlocks;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Two blocks of one class are evicted concurrently, each from a bucket of its own. */
@JCStressTest
@Outcome(id = "no block", expect = Expect.ACCEPTABLE, desc = "both slots are free, and counted")
@State
public class TwoReleases {
  private final Engine engine = new Engine(2);
  private final FileBlocks file = engine.open("file");
  private final int one = engine.put(file, 1);
  private final int other = engine.put(file, 2);

  @Actor
  public void one() {
    engine.evictor.evict(one, file, 1);
  }

  @Actor
  public void other() {
    engine.evictor.evict(other, file, 2);
  }

  @Arbiter
  public void audit(L_Result r) {
    r.r1 = engine.audit();
  }
}

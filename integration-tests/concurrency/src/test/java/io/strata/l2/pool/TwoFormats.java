package io.strata.l2.pool;

import io.strata.l2.Engine;
import io.strata.l2.layout.Handle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** Two buckets are formatted for the same class. */
@JCStressTest
@Outcome(
    id = {"2 buckets, 2 slots"},
    expect = Expect.ACCEPTABLE,
    desc = "the class has both")
@State
public class TwoFormats {
  private final Engine engine = new Engine(2);

  @Actor
  public void one() {
    engine.pool.formatEmptyBucket(engine.sizeClass());
  }

  @Actor
  public void other() {
    engine.pool.formatEmptyBucket(engine.sizeClass());
  }

  @Arbiter
  public void count(LL_Result r) {
    r.r1 = engine.sizeClass().bucketCount() + " buckets";
    int slots = 0;
    while (engine.pool.takeFree(engine.sizeClass()) != Handle.NONE) {
      slots++;
    }
    r.r2 = slots + " slots";
  }
}

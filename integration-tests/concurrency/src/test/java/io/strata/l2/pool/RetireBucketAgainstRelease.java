package io.strata.l2.pool;

import io.strata.l2.Engine;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A draining bucket is retired while its last slot is freed. */
@JCStressTest
@Outcome(
    id = {"UNDER_WAY, 0 live", "TRY_AGAIN, 0 live"},
    expect = Expect.ACCEPTABLE,
    desc = "it is removed")
@State
public class RetireBucketAgainstRelease {

  private final Engine engine = new Engine(1);
  private final int held = engine.take();

  public RetireBucketAgainstRelease() {
    engine.pool.beginDrain(engine.pool.bucketOf(held));
  }

  @Actor
  public void retire(LL_Result r) {
    r.r1 = engine.pool.removal().retire(0);
  }

  @Actor
  public void release() {
    engine.pool.release(held);
  }

  @Arbiter
  public void askAgain(LL_Result r) {
    if (r.r1 == Removal.Outcome.TRY_AGAIN) {
      engine.pool.removal().retire(0);
    }
    r.r2 = engine.pool.liveBuckets() + " live";
  }
}

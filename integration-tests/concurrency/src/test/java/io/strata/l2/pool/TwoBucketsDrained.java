package io.strata.l2.pool;

import io.strata.l2.Engine;
import java.util.Objects;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** Two buckets of a class are drained concurrently. */
@JCStressTest
@Outcome(
    id = {"0 of the class, 0 draining, 2 empty"},
    expect = Expect.ACCEPTABLE,
    desc = "both are empty")
@State
public class TwoBucketsDrained {
  private final Engine engine = new Engine(2);

  public TwoBucketsDrained() {
    engine.pool.formatEmptyBucket(engine.sizeClass());
    engine.pool.formatEmptyBucket(engine.sizeClass());
  }

  @Actor
  public void one() {
    engine.pool.beginDrain(Objects.requireNonNull(engine.pool.bucket(0)));
  }

  @Actor
  public void other() {
    engine.pool.beginDrain(Objects.requireNonNull(engine.pool.bucket(1)));
  }

  @Arbiter
  public void count(LLL_Result r) {
    r.r1 = engine.sizeClass().bucketCount() + " of the class";
    r.r2 = engine.pool.drainingBuckets() + " draining";
    r.r3 = engine.pool.emptyBuckets() + " empty";
  }
}

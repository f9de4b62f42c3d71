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

/** Two threads drain the same bucket. */
@JCStressTest
@Outcome(
    id = {"true, false, 1 empty", "false, true, 1 empty"},
    expect = Expect.ACCEPTABLE,
    desc = "one of them does")
@State
public class TwoDrains {

  private final Engine engine = new Engine(1);
  private final FormattedBucket bucket = format();

  private FormattedBucket format() {
    engine.pool.formatEmptyBucket(engine.sizeClass());
    return Objects.requireNonNull(engine.pool.bucket(0));
  }

  @Actor
  public void one(LLL_Result r) {
    r.r1 = engine.pool.beginDrain(bucket);
  }

  @Actor
  public void other(LLL_Result r) {
    r.r2 = engine.pool.beginDrain(bucket);
  }

  @Arbiter
  public void audit(LLL_Result r) {
    r.r3 = engine.pool.drainingBuckets() == 0 ? engine.pool.emptyBuckets() + " empty" : "draining";
  }
}

package io.strata.l2.space;

import io.strata.l2.Engine;
import java.util.Objects;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** Two threads want the same bucket for other classes. */
@JCStressTest
@Outcome(
    id = {"true, false, 1 empty", "false, true, 1 empty"},
    expect = Expect.ACCEPTABLE,
    desc = "one has it")
@State
public class TwoDrains {

  private final Engine engine = new Engine(1);
  private final CutBucket bucket = cut();

  private CutBucket cut() {
    engine.space.cutEmptyBucket(engine.sizeClass());
    return Objects.requireNonNull(engine.space.bucket(0));
  }

  @Actor
  public void one(LLL_Result r) {
    r.r1 = engine.space.beginDrain(bucket);
  }

  @Actor
  public void other(LLL_Result r) {
    r.r2 = engine.space.beginDrain(bucket);
  }

  @Arbiter
  public void audit(LLL_Result r) {
    r.r3 =
        engine.space.drainingBuckets() == 0 ? engine.space.emptyBuckets() + " empty" : "draining";
  }
}

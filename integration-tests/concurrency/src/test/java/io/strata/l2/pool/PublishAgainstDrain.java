package io.strata.l2.pool;

import io.strata.l2.Engine;
import io.strata.l2.layout.Meta;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A block is published while a drain of its bucket begins. */
@JCStressTest
@Outcome(
    id = {"true, true", "true, false", "false, true"},
    expect = Expect.ACCEPTABLE,
    desc = "the publisher sees the drain, or the drainer the block")
@State
public class PublishAgainstDrain {

  private final Engine engine = new Engine(1);
  private final int slot = engine.take();
  private final FormattedBucket bucket = engine.pool.bucketOf(slot);

  /**
   * Each thread has the other's word in its cache and not its own: stores take longer than loads.
   */
  @Actor
  public void publish(LL_Result r) {
    bucket.isDraining();
    engine.slots.setMeta(slot, Meta.visible(0, 0));
    r.r1 = bucket.isDraining();
  }

  @Actor
  public void drain(LL_Result r) {
    engine.slots.meta(slot);
    bucket.beginDrain(true);
    r.r2 = Meta.isVisible(engine.slots.meta(slot));
  }
}

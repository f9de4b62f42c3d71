package io.strata.l2.slot;

import io.strata.l2.Engine;
import io.strata.l2.index.FileBlocks;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A block is published while its key is looked up. */
@JCStressTest
@Outcome(
    id = {"nothing, 1 block", "own, 1 block"},
    expect = Expect.ACCEPTABLE,
    desc = "the whole block or none of it")
@State
public class PublishUnderRead {

  private final Engine engine = new Engine(1);
  private final FileBlocks file = engine.open("file");
  private final int slot = engine.take();

  @Actor
  public void read(LL_Result r) {
    r.r1 = engine.read(file.id(), 1);
  }

  @Actor
  public void publish() {
    engine.publish(slot, file, 1);
  }

  @Arbiter
  public void audit(LL_Result r) {
    r.r2 = engine.audit();
  }
}

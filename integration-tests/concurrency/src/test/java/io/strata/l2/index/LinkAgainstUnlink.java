package io.strata.l2.index;

import io.strata.l2.Engine;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;

/** A block is linked into a chain while another is unlinked from it. */
@JCStressTest
@Outcome(
    id = "nothing, own, own, 2 blocks",
    expect = Expect.ACCEPTABLE,
    desc = "the chain is intact")
@State
public class LinkAgainstUnlink {

  private final Engine engine = new Engine(3);
  private final FileBlocks file = engine.open("file");
  private final int going;
  private final int coming;

  public LinkAgainstUnlink() {
    engine.put(file, 3);
    going = engine.put(file, 1);
    coming = engine.take();
  }

  @Actor
  public void link() {
    engine.publish(coming, file, 2);
  }

  @Actor
  public void unlink() {
    engine.evictor.evict(going, file);
  }

  @Arbiter
  public void audit(LLLL_Result r) {
    r.r1 = engine.read(file.id(), 1);
    r.r2 = engine.read(file.id(), 2);
    r.r3 = engine.read(file.id(), 3);
    r.r4 = engine.audit();
  }
}

package io.strata.l2.pack;

import io.strata.l2.Engine;
import io.strata.l2.index.FileBlocks;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** Two readers find a packed block, and both unpack it for good. */
@JCStressTest
@Outcome(
    id = "own, own, 1 block",
    expect = Expect.ACCEPTABLE,
    desc = "one raw block replaces it, and the other slot is freed")
@Outcome(
    id = {"nothing, own, 1 block", "own, nothing, 1 block"},
    expect = Expect.ACCEPTABLE_INTERESTING,
    desc = "a lookup gave up: the other reader was preempted while it held the lock of the chain")
@State
public class TwoUnpack {

  private final Engine engine = new Engine(3);
  private final FileBlocks file = engine.open("file");
  private final Unpacker unpacker = engine.unpacker();

  public TwoUnpack() {
    engine.putPacked(file, 1);
    engine.format();
    engine.format();
  }

  @Actor
  public void one(LLL_Result r) {
    r.r1 = engine.read(unpacker, file.id(), 1);
  }

  @Actor
  public void other(LLL_Result r) {
    r.r2 = engine.read(unpacker, file.id(), 1);
  }

  @Arbiter
  public void audit(LLL_Result r) {
    r.r3 = engine.audit();
  }
}

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

/** A file is closed, and its blocks evicted, while one of them is unpacked for a reader. */
@JCStressTest
@Outcome(
    id = {"own, nothing, no block", "nothing, nothing, no block"},
    expect = Expect.ACCEPTABLE,
    desc = "neither the packed block nor the raw one remains")
@State
public class EvictUnderUnpack {

  private final Engine engine = new Engine(2);
  private final FileBlocks file = engine.open("file");
  private final Unpacker unpacker = engine.unpacker();

  public EvictUnderUnpack() {
    engine.putPacked(file, 1);
    engine.files.leave(file);
    engine.format();
  }

  @Actor
  public void read(LLL_Result r) {
    r.r1 = engine.read(unpacker, file.id(), 1);
  }

  @Actor
  public void close() {
    FileBlocks closed = engine.files.retire("file");
    if (closed != null) {
      engine.evictor.evictAll(closed, offset -> true);
    }
  }

  @Arbiter
  public void audit(LLL_Result r) {
    r.r2 = engine.read(unpacker, file.id(), 1);
    r.r3 = engine.audit();
  }
}

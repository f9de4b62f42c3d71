package io.strata.l2.pack;

import io.strata.l2.Engine;
import io.strata.l2.compress.FilePacker;
import io.strata.l2.index.FileBlocks;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** A file is closed, and its blocks evicted, while one of them is packed into another slot. */
@JCStressTest
@Outcome(
    id = "closed, nothing, no block",
    expect = Expect.ACCEPTABLE,
    desc = "neither the raw block nor the packed one remains")
@State
public class PackAgainstEvict {

  private final Engine engine = Engine.ofTwoSizes(3, 1);
  private final FileBlocks file = engine.open("file");
  private final Unpacker unpacker = engine.unpacker();
  private final BlockPacker packer = Packs.packer(engine);
  private final int victim = engine.putVictim(file, 1);

  public PackAgainstEvict() {
    engine.files.leave(file);
    engine.format();
    engine.format();
  }

  @Actor
  public void pack() {
    packer.pack(victim, Engine.compressor(), FilePacker.PLAIN);
  }

  @Actor
  public void close(LLL_Result r) {
    FileBlocks closed = engine.files.retire("file");
    if (closed != null) {
      engine.evictor.evictAll(closed, offset -> true);
      r.r1 = "closed";
    }
  }

  @Arbiter
  public void audit(LLL_Result r) {
    r.r2 = engine.read(unpacker, file.id(), 1);
    r.r3 = engine.audit();
  }
}

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

/** One block is packed while another is unpacked: packed blocks are counted. */
@JCStressTest
@Outcome(
    id = "own, own, 2 blocks",
    expect = Expect.ACCEPTABLE,
    desc = "each is found, and counted in its new form")
@State
public class PackAgainstUnpack {

  private final Engine engine = Engine.ofTwoSizes(5, 64);
  private final FileBlocks file = engine.open("file");
  private final FileBlocks other = engine.open("other");
  private final Unpacker unpacker = engine.unpacker();
  private final BlockPacker packer = Packs.packer(engine);
  private final int victim = engine.putVictim(file, 1);

  public PackAgainstUnpack() {
    engine.putPacked(other, 2);
    engine.format();
    engine.format();
  }

  @Actor
  public void pack() {
    packer.pack(victim, Engine.compressor(), FilePacker.PLAIN);
  }

  @Actor
  public void unpack(LLL_Result r) {
    r.r1 = engine.read(unpacker, other.id(), 2);
  }

  @Arbiter
  public void audit(LLL_Result r) {
    r.r3 = engine.audit();
    r.r2 = engine.read(unpacker, file.id(), 1);
  }
}

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

/** A block is packed into another slot while it is read, raw or packed. */
@JCStressTest
@Outcome(
    id = "own, own, 1 block",
    expect = Expect.ACCEPTABLE,
    desc = "the reader gets the block, before or after")
@Outcome(
    id = "nothing, own, 1 block",
    expect = Expect.ACCEPTABLE_INTERESTING,
    desc = "the lookup gave up: the packer was preempted while it held the lock of the chain")
@State
public class PackUnderRead {

  private final Engine engine = Engine.ofTwoSizes(4, 1);
  private final FileBlocks file = engine.open("file");
  private final Unpacker unpacker = engine.unpacker();
  private final BlockPacker packer = Packs.packer(engine);
  private final int victim = engine.putVictim(file, 1);

  public PackUnderRead() {
    engine.format();
    engine.format();
  }

  @Actor
  public void pack() {
    packer.pack(victim, Engine.compressor(), FilePacker.PLAIN);
  }

  @Actor
  public void read(LLL_Result r) {
    r.r1 = engine.read(unpacker, file.id(), 1);
  }

  @Arbiter
  public void audit(LLL_Result r) {
    r.r2 = engine.read(unpacker, file.id(), 1);
    r.r3 = engine.audit();
  }
}

package io.strata.l2.index;

import io.strata.l2.Engine;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** One of the two blocks of a chain is looked up while the chain is split. */
@JCStressTest
@Outcome(id = "own, own", expect = Expect.ACCEPTABLE, desc = "they are always found")
@State
public class FindUnderSplit {
  /** A block of the second of the two resulting chains. */
  static final long MOVES = offset(1);

  /** A block of the first of the two resulting chains. */
  static final long STAYS = offset(0);

  private static final int READS = 40;

  private static long offset(int chain) {
    long offset = 1;
    while ((HashIndex.hash(Engine.idOf("file", 1), offset) & 1) != chain) {
      offset++;
    }
    return offset;
  }

  private final Engine engine = new Engine(2, 1);
  private final FileBlocks file = engine.open("file");

  public FindUnderSplit() {
    engine.put(file, STAYS);
    engine.put(file, MOVES);
    engine.index.take(engine.index.allocate(2));
  }

  /** Reads until the block is not found, so that the reads last about as long as the split. */
  @Actor
  public void read(LL_Result r) {
    String seen = Engine.OWN;
    for (int read = 0; read < READS && seen.equals(Engine.OWN); read++) {
      seen = engine.read(file.id(), MOVES);
    }
    r.r1 = seen;
  }

  @Actor
  public void split() {
    engine.index.grow();
  }

  @Arbiter
  public void readOther(LL_Result r) {
    r.r2 = engine.read(file.id(), STAYS);
  }
}

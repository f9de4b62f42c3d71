package io.strata.l2.index;

import io.strata.l2.Engine;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/**
 * A block is looked up while the one in front of it in its chain moves to another chain and back.
 */
@JCStressTest
@Outcome(id = "own, 2 blocks", expect = Expect.ACCEPTABLE, desc = "it is always found")
@State
public class FindUnderRelink {

  private static final int CHAINS = 2;

  private final Engine engine = new Engine(2, CHAINS);
  private final FileBlocks file = engine.open("file");
  private final long wanted = inChain(0, 0);
  private final long before = inChain(0, wanted + 1);
  private final long elsewhere = inChain(1, 0);
  private int slot;

  public FindUnderRelink() {
    engine.put(file, wanted);
    slot = engine.put(file, before);
  }

  private long inChain(int chain, long from) {
    long offset = from;
    while ((HashIndex.hash(file.id(), offset) & (CHAINS - 1)) != chain) {
      offset++;
    }
    return offset;
  }

  @Actor
  public void read(LL_Result r) {
    r.r1 = engine.read(file.id(), wanted);
  }

  @Actor
  public void relink() {
    engine.evictor.evict(slot, file);
    slot = engine.put(file, elsewhere);
  }

  @Arbiter
  public void audit(LL_Result r) {
    r.r2 = engine.audit();
  }
}

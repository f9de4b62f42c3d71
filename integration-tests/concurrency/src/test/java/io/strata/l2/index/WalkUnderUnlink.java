package io.strata.l2.index;

import io.strata.l2.Engine;
import java.util.concurrent.ThreadLocalRandom;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/**
 * The first block of a file is unlinked while a walk is at it.
 *
 * <p>The walk tests each offset under the file's lock. The test takes a while, so that the step
 * under the lock is long enough for two threads to meet in it if the lock does not exclude them:
 * the walk then moves on twice, and skips the next block.
 */
@JCStressTest
@Outcome(id = "2 met, 2 linked", expect = Expect.ACCEPTABLE, desc = "the walk meets the other two")
@State
public class WalkUnderUnlink {
  private static final int BLOCKS = 3;
  private static final long FIRST = 1;
  private static final int MAX_SPINS = 50;

  private final Engine engine = new Engine(BLOCKS);
  private final FileBlocks file = engine.open("file");
  private final int first;
  private final FileBlocks.Walk walk;

  /** Written by the walking thread only. */
  private int met;

  public WalkUnderUnlink() {
    engine.put(file, FIRST + 2);
    engine.put(file, FIRST + 1);
    first = engine.put(file, FIRST);
    walk = file.walk(engine.slots, this::isWanted);
  }

  private boolean isWanted(long offset) {
    if (offset == FIRST) {
      for (int spin = ThreadLocalRandom.current().nextInt(MAX_SPINS); spin > 0; spin--) {
        Thread.onSpinWait();
      }
    } else {
      met++;
    }
    return true;
  }

  @Actor
  public void walk() {
    walk.next();
  }

  @Actor
  public void unlink() {
    file.unlink(engine.slots, first, Engine.BLOCK_BYTES);
  }

  @Arbiter
  public void audit(LL_Result r) {
    walk.close();
    r.r1 = met + " met";
    r.r2 = file.blocks() + " linked";
  }
}

package io.strata.l2.write;

import io.strata.l2.Block;
import io.strata.l2.Engine;
import io.strata.l2.index.FileBlocks;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** Blocks are handed to an idle writer that goes to sleep. */
@JCStressTest
@Outcome(id = "written, written", expect = Expect.ACCEPTABLE, desc = "the writer wakes")
@State
public class OfferToSleeper {
  private static final long SLEEPS_NANOS = 5_000_000_000L;
  private static final long LOOK_NANOS = 10_000;
  private static final FileBlocks FILE = new Engine(0).open("file");
  private static final Writers<Block> WRITERS =
      new Writers<>(
          1,
          64,
          InFlightBlock::release,
          error -> {
            throw new AssertionError(error);
          });

  /** A writer that does not wake is waited for once, and not in every sample. */
  private static volatile boolean asleep;

  @Actor
  public void one(LL_Result r) {
    r.r1 = offer(1);
  }

  @Actor
  public void other(LL_Result r) {
    r.r2 = offer(2);
  }

  private static String offer(long offset) {
    Block block = new Block(FILE.id(), offset);
    InFlightBlock<Block> inFlight = new InFlightBlock<>(FILE, offset, block.length(), block);
    if (!WRITERS.offer(inFlight, 0)) {
      inFlight.release();
    }
    long end = System.nanoTime() + SLEEPS_NANOS;
    while (block.releases() == 0 && !asleep) {
      LockSupport.parkNanos(LOOK_NANOS);
      asleep = System.nanoTime() > end;
    }
    return block.releases() == 1 ? "written" : "asleep";
  }
}

package io.strata.l2.stream;

import io.strata.concurrency.weaken.Paused;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** The runs of an entry are merged into one free run with the blocks between and behind them. */
@JCStressTest
@Outcome(id = "a 8191, 0 used, 0 deleted", expect = Expect.ACCEPTABLE, desc = "as it was")
@Outcome(id = "nothing, 0 used, 0 deleted", expect = Expect.ACCEPTABLE, desc = "it is deleted")
@State
@Paused("ChainReader.word")
public class StreamRunsUnderFree {
  private final Streams streams = new Streams();
  private final int[] around = streams.fill(1, 1, 1, 3);
  private final int address = twoRuns();

  private int twoRuns() {
    streams.entries.delete(around[2]);
    streams.entries.delete(around[0]);
    return streams.insert('a', 2);
  }

  @Actor
  public void read(LL_Result r) {
    r.r1 = streams.read(address);
  }

  @Actor
  public void change() {
    streams.entries.delete(around[1]);
    streams.entries.delete(around[3]);
    streams.entries.delete(address);
  }

  @Arbiter
  public void rest(LL_Result r) {
    r.r2 = streams.rest();
  }
}

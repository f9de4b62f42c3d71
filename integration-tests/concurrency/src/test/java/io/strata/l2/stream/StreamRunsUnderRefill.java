package io.strata.l2.stream;

import io.strata.concurrency.weaken.Paused;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/**
 * The runs of an entry, directly behind the first of which another entry begins, are reused for an
 * entry of the same layout.
 */
@JCStressTest
@Outcome(id = "a 8191, 6 used, 0 deleted", expect = Expect.ACCEPTABLE, desc = "the one")
@Outcome(id = "b 8191, 6 used, 0 deleted", expect = Expect.ACCEPTABLE, desc = "the other")
@Outcome(id = "nothing, 6 used, 0 deleted", expect = Expect.ACCEPTABLE, desc = "neither")
@Outcome(
    id = {"a 8191, 4 used, 0 deleted", "nothing, 4 used, 0 deleted"},
    expect = Expect.ACCEPTABLE,
    desc = "pinned when it was deleted, so that there was no memory for the next")
@State
@Paused("ChainReader.word")
public class StreamRunsUnderRefill {
  private final Streams streams = new Streams();
  private final int[] around = streams.fill(1, 1, 1, 1, 1, 1);
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
    streams.entries.delete(address);
    streams.insert('b', 2);
  }

  @Arbiter
  public void rest(LL_Result r) {
    r.r2 = streams.rest();
  }
}

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
 * The runs of an entry are reused for two others: the first run for one that continues elsewhere,
 * and the last run for the end of the other.
 */
@JCStressTest
@Outcome(id = "a 12287, 6 used, 0 deleted", expect = Expect.ACCEPTABLE, desc = "the one")
@Outcome(
    id = "c 4095, 6 used, 0 deleted",
    expect = Expect.ACCEPTABLE,
    desc = "the one that ends there")
@Outcome(id = "nothing, 6 used, 0 deleted", expect = Expect.ACCEPTABLE, desc = "neither")
@Outcome(
    id = {"a 12287, 3 used, 0 deleted", "nothing, 3 used, 0 deleted"},
    expect = Expect.ACCEPTABLE,
    desc = "pinned when it was deleted, so that there was no memory for the next")
@State
@Paused("ChainReader.word")
public class StreamRunsUnderReuse {
  private final Streams streams = new Streams();
  private final int[] around = streams.fill(2, 1, 1, 1, 1);
  private final int address = runsOfTwoAndOne();

  private int runsOfTwoAndOne() {
    streams.entries.delete(around[2]);
    streams.entries.delete(around[0]);
    return streams.insert('a', 3);
  }

  @Actor
  public void read(LL_Result r) {
    r.r1 = streams.read(address);
  }

  @Actor
  public void change() {
    streams.entries.delete(address);
    // The block that was freed last is taken first.
    streams.entries.delete(around[4]);
    streams.insert('b', 3);
    streams.insert('c', 1);
  }

  @Arbiter
  public void rest(LL_Result r) {
    r.r2 = streams.rest();
  }
}

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
 * The blocks of an entry are reused for two others, one of which begins where the entry began, and
 * one ends where it ended.
 */
@JCStressTest
@Outcome(id = "a 12287, 3 used, 0 deleted", expect = Expect.ACCEPTABLE, desc = "the one")
@Outcome(
    id = "c 8191, 3 used, 0 deleted",
    expect = Expect.ACCEPTABLE,
    desc = "the one that ends there")
@Outcome(id = "nothing, 3 used, 0 deleted", expect = Expect.ACCEPTABLE, desc = "neither")
@State
@Paused("ChainReader.word")
public class StreamRunUnderReuse {
  private final Streams streams = new Streams();
  private final int address = streams.insert('a', 3);

  @Actor
  public void read(LL_Result r) {
    r.r1 = streams.read(address);
  }

  @Actor
  public void change() {
    streams.entries.delete(address);
    streams.insert('b', 1);
    streams.insert('c', 2);
  }

  @Arbiter
  public void rest(LL_Result r) {
    r.r2 = streams.rest();
  }
}

package io.strata.l2.stream;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** The blocks of an entry are reused for another while a reader has the address. */
@JCStressTest
@Outcome(id = "a 12287, 3 used, 0 deleted", expect = Expect.ACCEPTABLE, desc = "the one")
@Outcome(id = "b 12287, 3 used, 0 deleted", expect = Expect.ACCEPTABLE, desc = "the other")
@Outcome(id = "nothing, 3 used, 0 deleted", expect = Expect.ACCEPTABLE, desc = "neither")
@State
public class StreamReadUnderReuse {
  private final Streams streams = new Streams();
  private final int address = streams.insert('a', 3);

  @Actor
  public void read(LL_Result r) {
    r.r1 = streams.read(address);
  }

  @Actor
  public void reuse() {
    streams.entries.delete(address);
    streams.insert('b', 3);
  }

  @Arbiter
  public void rest(LL_Result r) {
    r.r2 = streams.rest();
  }
}

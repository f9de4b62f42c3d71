package io.strata.l2.stream;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZL_Result;

/** Two threads append to an entry of the same length. */
@JCStressTest
@Outcome(id = "true, false, a", expect = Expect.ACCEPTABLE, desc = "the first")
@Outcome(id = "false, true, b", expect = Expect.ACCEPTABLE, desc = "the second")
@State
public class TwoStreamAppends {
  private final Streams streams = new Streams();
  private final int address = streams.entries.insert(Streams.bytes('-', 10));

  @Actor
  public void one(ZZL_Result r) {
    r.r1 = streams.entries.append(address, 10, Streams.bytes('a', 1)) == address;
  }

  @Actor
  public void other(ZZL_Result r) {
    r.r2 = streams.entries.append(address, 10, Streams.bytes('b', 1)) == address;
  }

  @Arbiter
  public void read(ZZL_Result r) {
    StreamView view = streams.entries.get(address);
    r.r3 = view.length() == 11 ? Character.toString(view.get(10)) : view.length() + " bytes";
    view.release();
  }
}

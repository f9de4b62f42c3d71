package io.strata.l2.stream;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** An entry is deleted while its last reader releases it. */
@JCStressTest
@Outcome(id = "0 used, 0 deleted", expect = Expect.ACCEPTABLE, desc = "one of them frees it")
@State
public class StreamReleaseAgainstDelete {
  private final Streams streams = new Streams();
  private final int address = streams.insert('a', 2);
  private final StreamView view = streams.entries.get(address);

  @Actor
  public void release() {
    view.release();
  }

  @Actor
  public void delete() {
    streams.entries.delete(address);
  }

  @Arbiter
  public void rest(L_Result r) {
    r.r1 = streams.rest();
  }
}

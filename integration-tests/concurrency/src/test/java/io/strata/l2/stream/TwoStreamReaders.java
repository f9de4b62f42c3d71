package io.strata.l2.stream;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Two readers pin and release an entry, several times each; then it is deleted. */
@JCStressTest
@Outcome(id = "0 used, 0 deleted", expect = Expect.ACCEPTABLE, desc = "no pin is lost or left over")
@State
public class TwoStreamReaders {
  private static final int READS = 20;

  private final Streams streams = new Streams();
  private final int address = streams.insert('a', 1);

  private void read() {
    for (int i = 0; i < READS; i++) {
      streams.read(address);
    }
  }

  @Actor
  public void one() {
    read();
  }

  @Actor
  public void other() {
    read();
  }

  @Arbiter
  public void delete(L_Result r) {
    streams.entries.delete(address);
    r.r1 = streams.rest();
  }
}

package io.strata.l2.stream;

import io.strata.l2.stream.layout.StreamLayout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** An entry is appended to while a reader has its first address, or its last. */
@JCStressTest
@Outcome(id = "a 4095, nothing", expect = Expect.ACCEPTABLE, desc = "as it was")
@Outcome(id = "a 4095, a 8192", expect = Expect.ACCEPTABLE, desc = "as it was, then as it is")
@Outcome(id = "nothing, nothing", expect = Expect.ACCEPTABLE, desc = "between its addresses")
@Outcome(id = "nothing, a 8192", expect = Expect.ACCEPTABLE, desc = "as it is")
@State
public class StreamReadUnderAppend {
  private final Streams streams = new Streams();
  private final int address = streams.insert('a', 1);
  private int next;

  @Actor
  public void read(LL_Result r) {
    r.r1 = streams.read(address);
    int end = next;
    r.r2 = end == 0 ? Streams.NOTHING : streams.read(end);
  }

  @Actor
  public void append() {
    int block = StreamLayout.BLOCK_BYTES;
    next = streams.entries.append(address, block - 1, Streams.bytes('a', block + 1));
  }
}

package io.strata.flash.region;

import io.strata.flash.layout.RegionHeader;
import java.nio.ByteBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A region's last block is committed while another thread seals the region. */
@JCStressTest
@Outcome(
    id = {"complete 1088, no", "no, complete 1088"},
    expect = Expect.ACCEPTABLE,
    desc = "one of them completes it, and knows how much of it is used")
@State
public class CommitAgainstSeal {
  private static final int BLOCK = 64;
  private static final ByteBuffer MEMORY = ByteBuffer.allocate(RegionHeader.BYTES + BLOCK);

  private final RegionBuffer buffer = new RegionBuffer(MEMORY);

  public CommitAgainstSeal() {
    buffer.reserve(BLOCK);
  }

  private String result(boolean complete) {
    return complete ? "complete " + buffer.usedBytes() : "no";
  }

  @Actor
  public void commit(LL_Result r) {
    r.r1 = result(buffer.commit(BLOCK));
  }

  @Actor
  public void seal(LL_Result r) {
    buffer.reserve(BLOCK);
    r.r2 = result(buffer.seal());
  }
}

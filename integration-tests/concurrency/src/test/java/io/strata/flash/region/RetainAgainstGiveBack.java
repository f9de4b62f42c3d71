package io.strata.flash.region;

import io.strata.flash.layout.RegionHeader;
import java.nio.ByteBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLI_Result;

/** A reader retains a region's memory while the writer, its only user, releases it. */
@JCStressTest
@Outcome(
    id = {"none, last, 0", "kept, last, 0", "last, kept, 0"},
    expect = Expect.ACCEPTABLE,
    desc = "the memory is freed once, by the last user")
@State
public class RetainAgainstGiveBack {
  private static final ByteBuffer MEMORY = ByteBuffer.allocate(RegionHeader.BYTES);

  private final RegionBuffer buffer = new RegionBuffer(MEMORY);

  private String giveBack() {
    return buffer.release() ? "last" : "kept";
  }

  @Actor
  public void read(LLI_Result r) {
    r.r1 = buffer.retain() ? giveBack() : "none";
  }

  @Actor
  public void written(LLI_Result r) {
    r.r2 = giveBack();
  }

  @Arbiter
  public void rest(LLI_Result r) {
    r.r3 = buffer.users();
  }
}

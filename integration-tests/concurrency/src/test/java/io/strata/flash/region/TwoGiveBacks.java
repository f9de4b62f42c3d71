package io.strata.flash.region;

import io.strata.flash.layout.RegionHeader;
import java.nio.ByteBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A reader and the writer release a region's memory. */
@JCStressTest
@Outcome(
    id = {"true, false", "false, true"},
    expect = Expect.ACCEPTABLE,
    desc = "one of them is the last")
@State
public class TwoGiveBacks {
  private static final ByteBuffer MEMORY = ByteBuffer.allocate(RegionHeader.BYTES);

  private final RegionBuffer buffer = new RegionBuffer(MEMORY);

  public TwoGiveBacks() {
    buffer.retain();
  }

  @Actor
  public void one(ZZ_Result r) {
    r.r1 = buffer.release();
  }

  @Actor
  public void other(ZZ_Result r) {
    r.r2 = buffer.release();
  }
}

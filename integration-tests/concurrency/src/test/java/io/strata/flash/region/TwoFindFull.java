package io.strata.flash.region;

import io.strata.flash.layout.RegionHeader;
import java.nio.ByteBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two threads find a region full. */
@JCStressTest
@Outcome(
    id = {"-1, -2", "-2, -1"},
    expect = Expect.ACCEPTABLE,
    desc = "one of them is the first, and seals it")
@State
public class TwoFindFull {
  private static final ByteBuffer MEMORY = ByteBuffer.allocate(RegionHeader.BYTES);

  private final RegionBuffer buffer = new RegionBuffer(MEMORY);

  @Actor
  public void one(II_Result r) {
    r.r1 = buffer.reserve(1);
  }

  @Actor
  public void other(II_Result r) {
    r.r2 = buffer.reserve(1);
  }
}

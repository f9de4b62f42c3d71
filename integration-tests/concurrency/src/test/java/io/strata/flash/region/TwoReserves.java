package io.strata.flash.region;

import io.strata.flash.layout.RegionHeader;
import java.nio.ByteBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Two threads reserve memory in a region that is then full. */
@JCStressTest
@Outcome(
    id = {"1024, 1088, -2", "1088, 1024, -2"},
    expect = Expect.ACCEPTABLE,
    desc = "no memory is reserved twice, and none is lost")
@State
public class TwoReserves {
  private static final int BLOCK = 64;
  private static final ByteBuffer MEMORY = ByteBuffer.allocate(RegionHeader.BYTES + 2 * BLOCK);

  private final RegionBuffer buffer = new RegionBuffer(MEMORY);

  @Actor
  public void one(III_Result r) {
    r.r1 = buffer.reserve(BLOCK);
  }

  @Actor
  public void other(III_Result r) {
    r.r2 = buffer.reserve(BLOCK);
  }

  @Arbiter
  public void rest(III_Result r) {
    r.r3 = buffer.reserve(1);
  }
}

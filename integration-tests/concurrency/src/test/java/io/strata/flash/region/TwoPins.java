package io.strata.flash.region;

import java.util.UUID;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** Two readers pin and unpin a region, several times each. */
@JCStressTest
@Outcome(id = "true, true, 0", expect = Expect.ACCEPTABLE, desc = "no pin is lost")
@State
public class TwoPins {
  private static final int READS = 20;

  private final Region region = new Region(0, new UUID(1, 2), null, 1);

  private boolean read() {
    boolean pinned = true;
    for (int i = 0; i < READS; i++) {
      pinned &= region.pin();
      region.unpin();
    }
    return pinned;
  }

  @Actor
  public void one(ZZI_Result r) {
    r.r1 = read();
  }

  @Actor
  public void other(ZZI_Result r) {
    r.r2 = read();
  }

  @Arbiter
  public void rest(ZZI_Result r) {
    r.r3 = region.pins();
  }
}

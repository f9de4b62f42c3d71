package io.strata.flash.region;

import java.nio.ByteBuffer;
import java.util.UUID;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A reader pins a region and reads its file range, which a writer takes for the next region. */
@JCStressTest
@Outcome(id = "rejected", expect = Expect.ACCEPTABLE, desc = "the region was retired before")
@Outcome(id = "own, own", expect = Expect.ACCEPTABLE, desc = "the writer waits for the reader")
@State
public class ReadUnderOverwrite {
  private static final UUID WRITER = new UUID(1, 2);
  private static final RegionBuffer BUFFER = new RegionBuffer(ByteBuffer.allocate(1));

  /** Longer than a step that is split in two. */
  private static final int LINGER = 200;

  private final Region region = new Region(0, WRITER, null, 1);
  private final Region next = new Region(0, WRITER, null, BUFFER, region);

  /** The content of the file range, which only the pins order. */
  private String contents = "own";

  @Actor
  public void read(L_Result r) {
    if (!region.pin()) {
      r.r1 = "rejected";
      return;
    }
    String first = contents;
    for (int i = 0; i < LINGER; i++) {
      Thread.onSpinWait();
    }
    r.r1 = first + ", " + contents;
    region.unpin();
  }

  @Actor
  public void overwrite() {
    region.retire();
    while (!next.arePredecessorsUnpinned()) {
      Thread.onSpinWait();
    }
    contents = "another";
  }
}

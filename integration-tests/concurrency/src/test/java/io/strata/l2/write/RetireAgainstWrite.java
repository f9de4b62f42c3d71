package io.strata.l2.write;

import io.strata.l2.index.FileBlocks;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A file is closed while a block of it is in flight to its slot. */
@JCStressTest
@Outcome(
    id = "closed, no block, 1 released, 0 bytes",
    expect = Expect.ACCEPTABLE,
    desc = "nothing of the file remains")
@State
public class RetireAgainstWrite {
  private final InFlightEngine way = new InFlightEngine();

  @Actor
  public void write() {
    way.write();
  }

  @Actor
  public void close() {
    FileBlocks closed = way.engine.files.retire("file");
    if (closed != null) {
      way.engine.evictor.evictAll(closed, offset -> true);
    }
  }

  @Arbiter
  public void audit(L_Result r) {
    boolean known =
        way.engine.files.find("file") != null || way.engine.files.find(way.file.id()) != null;
    r.r1 = (known ? "known, " : "closed, ") + way.audit();
  }
}

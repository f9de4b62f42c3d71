package io.strata.l2.write;

import io.strata.l2.Block;
import io.strata.l2.Engine;
import io.strata.l2.index.FileBlocks;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Two blocks begin and end their flights. */
@JCStressTest
@Outcome(
    id = {"0 bytes"},
    expect = Expect.ACCEPTABLE,
    desc = "the bytes in flight are counted")
@State
public class TwoFlights {
  private final FileBlocks file = new Engine(0).open("file");
  private final InFlight<Block> inFlight = new InFlight<>();
  private final InFlightBlock<Block> one = block(1);
  private final InFlightBlock<Block> other = block(2);

  private InFlightBlock<Block> block(long offset) {
    Block source = new Block(file.id(), offset);
    return new InFlightBlock<>(file, offset, source.length(), source);
  }

  @Actor
  public void one() {
    inFlight.add(one);
    inFlight.remove(one);
  }

  @Actor
  public void other() {
    inFlight.add(other);
    inFlight.remove(other);
  }

  @Arbiter
  public void count(L_Result r) {
    r.r1 = inFlight.bytes() + " bytes";
  }
}

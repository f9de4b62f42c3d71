package io.strata.l2.slot;

import io.strata.l2.Engine;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.layout.Handle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The first slot of a part is looked up while the part's slot is reused for another block. */
@JCStressTest
@Outcome(
    id = {"first", "none"},
    expect = Expect.ACCEPTABLE,
    desc = "the answer is true at one moment")
@State
public class FirstOfPart {

  private static final long OTHER = 4711;

  private final Engine engine = new Engine(2);
  private final FileBlocks file = engine.open("file");
  private final int first = engine.take();
  private final int part = engine.take();

  public FirstOfPart() {
    engine.slots.join(part, first, Engine.BLOCK_BYTES);
    engine.slots.setNextPart(first, part);
    engine.publish(first, file, 1);
  }

  @Actor
  public void ask(L_Result r) {
    int answer = engine.slots.firstOf(part);
    r.r1 = answer == first ? "first" : answer == Handle.NONE ? "none" : "no slot: " + answer;
  }

  @Actor
  public void reuse() {
    engine.evictor.evict(first, file);
    int one = engine.take();
    int two = engine.take();
    engine.publish(one, file, OTHER);
    engine.publish(two, file, OTHER + 1);
  }
}

package io.strata.l2.slot;

import io.strata.l2.Engine;
import io.strata.l2.layout.Handle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A slot becomes a part of a block while an eviction looks up the block's first slot. */
@JCStressTest
@Outcome(
    id = {"first", "none"},
    expect = Expect.ACCEPTABLE,
    desc = "no part without its first slot")
@State
public class JoinUnderClock {

  private final Engine engine = new Engine(2);
  private final int first = engine.take();
  private final int part = engine.take();

  public JoinUnderClock() {
    // Left over from an earlier block.
    engine.slots.describe(part, 1, 4711, Engine.BLOCK_BYTES, 0, 0);
  }

  @Actor
  public void ask(L_Result r) {
    int answer = engine.slots.firstOf(part);
    r.r1 = answer == first ? "first" : answer == Handle.NONE ? "none" : "no slot: " + answer;
  }

  @Actor
  public void join() {
    engine.slots.join(part, first, Engine.BLOCK_BYTES);
  }
}

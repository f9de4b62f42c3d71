package io.strata.replay.engine;

import io.strata.l2.policy.Policies;
import io.strata.replay.policy.Policy;
import io.strata.replay.trace.Trace;

/**
 * What the off-heap engine keeps: not a model of it, but the engine itself, with blocks of one size
 * of which it holds as many as are asked for.
 */
public final class EnginePolicy implements Policy {
  private final Policies policy;

  /**
   * @param policy which block the engine lets go when another needs its room
   */
  public EnginePolicy(Policies policy) {
    this.policy = policy;
  }

  @Override
  public String title() {
    return titleOf(policy);
  }

  static String titleOf(Policies policy) {
    return policy == Policies.DEFAULT ? "Strata" : "Strata, " + policy.title();
  }

  @Override
  public int hits(Trace trace, int entries) {
    Shape shape = Shape.holding(entries);
    // With one class of slots, nothing is done in the background that changes what stays.
    EngineReplay replay =
        EngineReplay.of(trace, shape.options(policy), block -> shape.slotBytes(), store -> {});
    return (int) replay.hits().count();
  }
}

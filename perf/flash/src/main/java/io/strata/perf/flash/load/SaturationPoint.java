package io.strata.perf.flash.load;

import java.util.List;
import java.util.OptionalInt;

/** Finds the rate that saturates an engine. Stateless. */
public final class SaturationPoint {
  /** Below this share of the target, the engine falls behind. */
  public static final double MIN_ACHIEVED = 0.95;

  /** The factor over the lowest 99th percentile of the rates before that counts as a jump. */
  public static final double JUMP = 10;

  private SaturationPoint() {}

  /**
   * Returns the index of the first step from which on the engine falls behind or the 99th
   * percentile has jumped, if there is one. A step after which a higher rate is served again is not
   * a saturation point: other load disturbed it.
   */
  public static OptionalInt find(List<Step> steps) {
    OptionalInt saturation = OptionalInt.empty();
    double minP99 = Double.POSITIVE_INFINITY;
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      boolean behind = step.achieved() < MIN_ACHIEVED * step.target();
      if (!behind && step.p99() <= JUMP * minP99) {
        saturation = OptionalInt.empty();
      } else if (saturation.isEmpty()) {
        saturation = OptionalInt.of(i);
      }
      minP99 = Math.min(minP99, step.p99());
    }
    return saturation;
  }
}

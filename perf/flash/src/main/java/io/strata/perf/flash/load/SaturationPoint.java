package io.strata.perf.flash.load;

import java.util.List;
import java.util.OptionalInt;

/** Where an engine cannot follow a rising rate any more. Stateless. */
public final class SaturationPoint {
  /** Less of the target than this is not served: the engine falls behind. */
  public static final double MIN_ACHIEVED = 0.95;

  /** A 99th percentile of so many times the least of the rates before has jumped. */
  public static final double JUMP = 10;

  private SaturationPoint() {}

  /**
   * The first step from which on the engine falls behind or the 99th percentile has jumped, if
   * there is one. A step after which a higher rate is served again is no cliff: something else had
   * the machine.
   */
  public static OptionalInt find(List<Step> steps) {
    OptionalInt cliff = OptionalInt.empty();
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      boolean behind = step.achieved() < MIN_ACHIEVED * step.target();
      if (!behind && step.p99() <= JUMP * least) {
        cliff = OptionalInt.empty();
      } else if (cliff.isEmpty()) {
        cliff = OptionalInt.of(i);
      }
      least = Math.min(least, step.p99());
    }
    return cliff;
  }
}

package io.strata.perf.run;

import java.time.Duration;

/**
 * How long a server has been under load: its code is slow at first, and so is this process's in the
 * life of the first. Not thread-safe.
 */
final class Warmth {
  private Duration load = Duration.ZERO;

  void add(Duration more) {
    load = load.plus(more);
  }

  /** How much is missing until it is enough. */
  Duration missing(Phases phases) {
    Duration left = phases.start().minus(load);
    return left.isNegative() ? Duration.ZERO : left;
  }
}

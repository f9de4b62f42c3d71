package io.strata.perf.run;

import java.time.Duration;

/**
 * How long the parts of a life take.
 *
 * @param warmUp before each load, as often as it takes until hit ratio and throughput are steady
 * @param sample each stretch that is measured
 */
record Phases(Duration warmUp, Duration sample) {
  /** Shorter, and there are too few operations for a 99.9th percentile. */
  static final Duration SHORTEST = Duration.ofSeconds(3);

  /** To reckon with what a life takes besides. */
  static final Phases NONE = new Phases(Duration.ZERO, Duration.ZERO);

  /** In what steps they are chosen, so that throughput has whole intervals. */
  private static final long STEP_MILLIS = 250;

  /** A sample of about that length, at most, and a warm-up half as long. */
  static Phases of(Duration sample) {
    return new Phases(inSteps(sample.dividedBy(2)), inSteps(sample));
  }

  private static Duration inSteps(Duration duration) {
    return Duration.ofMillis(duration.toMillis() / STEP_MILLIS * STEP_MILLIS);
  }
}

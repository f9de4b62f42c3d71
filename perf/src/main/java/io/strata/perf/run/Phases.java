package io.strata.perf.run;

import java.time.Duration;

/**
 * How long the parts of a life take.
 *
 * @param start how long a server must have been under load before its first sample
 * @param warmUp before each load, as often as it takes until hit ratio and throughput are steady
 * @param sample each stretch that is measured
 */
record Phases(Duration start, Duration warmUp, Duration sample) {
  /** Shorter, and there are too few operations for a 99.9th percentile. */
  static final Duration SHORTEST = Duration.ofSeconds(3);

  /** After so much load compilers have little left to do, as throughput over time shows. */
  private static final Duration COMPILED = Duration.ofSeconds(25);

  /** The same in samples, where those are short: such a run is not made for its figures. */
  private static final int SAMPLES_TO_START = 6;

  /** In what steps they are chosen, so that throughput has whole intervals. */
  static final Duration STEP = Duration.ofMillis(250);

  /** A sample of about that length, at most, and a warm-up half as long. */
  static Phases of(Duration sample) {
    Duration start = sample.multipliedBy(SAMPLES_TO_START);
    return new Phases(
        start.compareTo(COMPILED) < 0 ? start : COMPILED,
        inSteps(sample.dividedBy(2)),
        inSteps(sample));
  }

  private static Duration inSteps(Duration duration) {
    return Duration.ofMillis(duration.toMillis() / STEP.toMillis() * STEP.toMillis());
  }
}

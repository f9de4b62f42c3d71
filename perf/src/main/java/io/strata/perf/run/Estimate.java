package io.strata.perf.run;

import java.time.Duration;

/**
 * How long a run has still to go: what was planned for the parts that are left, stretched or shrunk
 * as the parts that are done were. Not thread-safe.
 */
final class Estimate {
  /** What writing a table's files manages on a small machine, and reading them into a cache. */
  private static final long BYTES_A_SECOND = 150_000_000;

  private Duration left;
  private Duration plannedOfDone = Duration.ZERO;
  private Duration tookOfDone = Duration.ZERO;

  Estimate(Duration planned) {
    this.left = planned;
  }

  /** How long a table of that many bytes takes to be made. */
  static Duration loading(long bytes) {
    return Duration.ofSeconds(1 + bytes / BYTES_A_SECOND);
  }

  /** Tells of a part that is done. */
  void done(Duration planned, Duration took) {
    left = left.minus(planned);
    plannedOfDone = plannedOfDone.plus(planned);
    tookOfDone = tookOfDone.plus(took);
  }

  /** Tells of a part that was there already. */
  void skipped(Duration planned) {
    left = left.minus(planned);
  }

  /** What is left. */
  Duration left() {
    if (plannedOfDone.isZero() || left.isNegative()) {
      return left.isNegative() ? Duration.ZERO : left;
    }
    double pace = (double) tookOfDone.toMillis() / plannedOfDone.toMillis();
    return Duration.ofMillis(Math.round(left.toMillis() * pace));
  }
}

package io.strata.perf.run;

import java.time.Duration;

/**
 * The state of a warm-up: how long the server has been under load, and whether hit ratio and
 * throughput still improve from one interval of load to the next. A server's code is slow at first,
 * and so is this process's in the first trial. Not thread-safe.
 */
final class WarmUp {
  /** Maximum change of the hit ratio between two intervals in the steady state. */
  private static final double NEAR = 0.01;

  /** Maximum gain in throughput over all earlier intervals: compilation may still go on. */
  private static final double FASTER = 0.05;

  private Duration missing;
  private double hitRatio = Double.NaN;
  private double throughput;

  /**
   * @param atLeast minimum time of the server under load before its first sample
   */
  WarmUp(Duration atLeast) {
    this.missing = atLeast;
  }

  /** Adds to the time of the server under load. */
  void add(Duration load) {
    missing = missing.compareTo(load) > 0 ? missing.minus(load) : Duration.ZERO;
  }

  /**
   * Returns whether the hit ratio is steady after another interval.
   *
   * @param hits hit ratio of that interval, from 0 to 1; NaN for a server that caches no data
   *     blocks, which is steady at once
   */
  boolean isSteady(double hits) {
    boolean steady = Double.isNaN(hits) || Math.abs(hits - hitRatio) < NEAR;
    hitRatio = hits;
    return steady;
  }

  /**
   * Returns whether hit ratio, throughput and time under load suffice after another interval.
   *
   * @param hits as for {@link #isSteady}
   * @param rowsPerSecond throughput of that interval
   */
  boolean isDone(double hits, double rowsPerSecond) {
    boolean steady = isSteady(hits) && rowsPerSecond < throughput * (1 + FASTER);
    throughput = Math.max(throughput, rowsPerSecond);
    return steady && missing.isZero();
  }
}

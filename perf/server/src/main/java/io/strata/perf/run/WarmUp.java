package io.strata.perf.run;

import java.time.Duration;

/**
 * The warm-up of a trial: how long its server has been under load, and whether hit ratio and
 * throughput have got better from one stretch of load to the next. A server's code is slow at
 * first, and so is this process's in the first trial. Not thread-safe.
 */
final class WarmUp {
  /** How far the hit ratio of one stretch of load may be from that of the one before. */
  private static final double NEAR = 0.01;

  /** How much faster a stretch may be than those before: compilers work on it still. */
  private static final double FASTER = 0.05;

  private Duration missing;
  private double hitRatio = Double.NaN;
  private double throughput;

  /**
   * @param atLeast how long a server must have been under load before its first sample
   */
  WarmUp(Duration atLeast) {
    this.missing = atLeast;
  }

  /** Another load begins: what was steady with the one before need not be with it. */
  void begin() {
    hitRatio = Double.NaN;
    throughput = 0;
  }

  /** The server was under load for so long. */
  void add(Duration load) {
    missing = missing.compareTo(load) > 0 ? missing.minus(load) : Duration.ZERO;
  }

  /** How much longer the server must be under load. */
  Duration missing() {
    return missing;
  }

  /**
   * Whether the cache has taken in what it is asked for, after one stretch more.
   *
   * @param hits of that stretch, from 0 to 1; NaN of a server that caches no data blocks, which is
   *     steady at once
   */
  boolean isSteady(double hits) {
    boolean steady = Double.isNaN(hits) || Math.abs(hits - hitRatio) < NEAR;
    hitRatio = hits;
    return steady;
  }

  /**
   * Whether all is warm, after one stretch more.
   *
   * @param hits as for {@link #isSteady}
   * @param rowsPerSecond of that stretch
   */
  boolean isDone(double hits, double rowsPerSecond) {
    boolean steady = isSteady(hits) && rowsPerSecond < throughput * (1 + FASTER);
    throughput = Math.max(throughput, rowsPerSecond);
    return steady && missing.isZero();
  }
}

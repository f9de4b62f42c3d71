package io.strata.perf.run;

/**
 * Whether a cache has taken in what it is asked for: when its hit ratio no longer changes from one
 * stretch of load to the next. Not thread-safe.
 */
final class Steadiness {
  /** How far the hit ratio of one stretch may be from that of the one before. */
  private static final double NEAR = 0.01;

  private double last = Double.NaN;

  /**
   * Whether it is, after one stretch more.
   *
   * @param hitRatio of that stretch, from 0 to 1; NaN of a server that caches no data blocks, which
   *     is steady at once
   */
  boolean isReached(double hitRatio) {
    boolean reached = Double.isNaN(hitRatio) || Math.abs(hitRatio - last) < NEAR;
    last = hitRatio;
    return reached;
  }
}

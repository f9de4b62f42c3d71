package io.strata.replay.report;

/**
 * The hit ratio of a policy on a trace.
 *
 * @param percent the size of the cache in percent of the trace's blocks, or of their bytes
 * @param size the same in the unit
 * @param unit bytes if all block lengths are known
 * @param ratio hits per access, from 0 to 1
 * @param byteRatio bytes hit per bytes accessed, from 0 to 1
 */
public record HitRatio(
    String trace,
    int percent,
    long size,
    Unit unit,
    String policy,
    double ratio,
    double byteRatio) {

  /** The unit of cache sizes. */
  public enum Unit {
    BLOCKS,
    BYTES
  }

  /** Creates the hit ratio on blocks of one size, whose byte hit ratio is the same. */
  public HitRatio(String trace, int percent, int entries, String policy, double ratio) {
    this(trace, percent, entries, Unit.BLOCKS, policy, ratio, ratio);
  }
}

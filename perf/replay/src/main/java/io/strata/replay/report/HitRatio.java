package io.strata.replay.report;

/**
 * What a policy hit of a trace.
 *
 * @param percent the size of the cache, in percent of the trace's blocks, or of their bytes
 * @param size the same in the unit
 * @param unit bytes where the length of each block is known
 * @param ratio hits of all accesses, from 0 to 1
 * @param byteRatio bytes that were hit of those that were accessed, from 0 to 1
 */
public record HitRatio(
    String trace,
    int percent,
    long size,
    Unit unit,
    String policy,
    double ratio,
    double byteRatio) {

  /** What the size of a cache is counted in. */
  public enum Unit {
    BLOCKS,
    BYTES
  }

  /** Of blocks of one size: as large a share of the bytes is hit as of the accesses. */
  public HitRatio(String trace, int percent, int entries, String policy, double ratio) {
    this(trace, percent, entries, Unit.BLOCKS, policy, ratio, ratio);
  }
}

package io.strata.replay.report;

/** The measure of a plot, with its axes. */
public enum Measure {
  /** Hit ratios on blocks of one size. */
  HITS("size, % of the trace's blocks", "hit ratio, %", false),
  /** Hit ratios on blocks of different lengths. */
  HITS_BY_BYTES("size, % of the trace's bytes", "hit ratio, %", false),
  /** Byte hit ratios. */
  BYTE_HITS("size, % of the trace's bytes", "byte hit ratio, %", true);

  final String sizes;
  final String hits;
  private final boolean ofBytes;

  Measure(String sizes, String hits, boolean ofBytes) {
    this.sizes = sizes;
    this.hits = hits;
    this.ofBytes = ofBytes;
  }

  /** Returns the value in percent. */
  double of(HitRatio ratio) {
    return 100 * (ofBytes ? ratio.byteRatio() : ratio.ratio());
  }
}

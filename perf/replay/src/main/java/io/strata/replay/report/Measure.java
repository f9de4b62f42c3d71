package io.strata.replay.report;

/** What is drawn against what. */
public enum Measure {
  /** Hits, of blocks of one size. */
  HITS("size, % of the trace's blocks", "hit ratio, %", false),
  /** Hits, of blocks of different lengths. */
  HITS_BY_BYTES("size, % of the trace's bytes", "hit ratio, %", false),
  /** Bytes that are hit. */
  BYTE_HITS("size, % of the trace's bytes", "byte hit ratio, %", true);

  final String sizes;
  final String hits;
  private final boolean ofBytes;

  Measure(String sizes, String hits, boolean ofBytes) {
    this.sizes = sizes;
    this.hits = hits;
    this.ofBytes = ofBytes;
  }

  /** In percent. */
  double of(HitRatio ratio) {
    return 100 * (ofBytes ? ratio.byteRatio() : ratio.ratio());
  }
}

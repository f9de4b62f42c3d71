package io.strata.readpath.web;

import io.strata.l2.CompressionStatistics;

/** Describes the compression of the off-heap tier, in a sentence. */
final class Compressed {
  private static final double MB = 1 << 20;

  private Compressed() {}

  /**
   * Returns the sentence; empty if no block was ever compressed.
   *
   * @param blocks number of blocks in the tier
   * @param usedBytes bytes of these blocks
   */
  static String sentence(CompressionStatistics now, long blocks, long usedBytes) {
    if (now.packed() == 0 && now.packedBlocks() == 0) {
      return "";
    }
    return ("%,d of %,d blocks are compressed, in %,.0f of %,.0f MB. The tier holds %.2f times its"
            + " bytes. %,d reads found a compressed block.")
        .formatted(
            now.packedBlocks(),
            blocks,
            now.packedBytes() / MB,
            usedBytes / MB,
            now.density(usedBytes),
            now.unpacked());
  }
}

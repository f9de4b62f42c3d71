package io.strata.readpath.web;

import io.strata.l2.CompressionStatistics;

/** How much of the off-heap tier is compressed, in a sentence. */
final class Compressed {
  private static final double MB = 1 << 20;

  private Compressed() {}

  /**
   * Returns the sentence of the moment; empty where no block was ever compressed.
   *
   * @param blocks of the tier
   * @param usedBytes that they take
   */
  static String sentence(CompressionStatistics now, long blocks, long usedBytes) {
    if (now.packed() == 0 && now.packedBlocks() == 0) {
      return "";
    }
    return ("%,d of %,d blocks are compressed, in %,.0f of %,.0f MB: the tier holds %.2f times its bytes;"
            + " %,d reads found a compressed block.")
        .formatted(
            now.packedBlocks(),
            blocks,
            now.packedBytes() / MB,
            usedBytes / MB,
            now.density(usedBytes),
            now.unpacked());
  }
}

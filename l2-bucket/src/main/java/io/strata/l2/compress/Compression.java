package io.strata.l2.compress;

import org.jspecify.annotations.Nullable;

/**
 * Whether and how a store packs blocks. Immutable.
 *
 * @param known the algorithms, to unpack what an earlier process or setting packed
 * @param used packs blocks; null for none
 * @param cpuPercent processor time for packing, in percent of one core, 1 to 100
 */
public record Compression(Compressors known, @Nullable BlockCompressor used, int cpuPercent) {
  /** Percent of one core, unless set otherwise. */
  public static final int CPU_PERCENT = 10;

  /** No block is packed, and none is known how to unpack. */
  public static final Compression NONE = new Compression(Compressors.NONE, null, CPU_PERCENT);

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException when the percentage is out of range
   */
  public Compression {
    if (cpuPercent < 1 || cpuPercent > 100) {
      throw new IllegalArgumentException(
          "Compression with %d percent of a core: give 1 to 100.".formatted(cpuPercent));
    }
  }
}

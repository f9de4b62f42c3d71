package io.strata.l2.compress;

import org.jspecify.annotations.Nullable;

/**
 * Whether and how a store packs blocks. Immutable.
 *
 * @param known the algorithms for unpacking, including those of earlier processes and settings
 * @param used the algorithm for packing; null for none
 * @param byFile packs the blocks, with the algorithm or in another way
 * @param cpuPercent limit of processor time for packing, in percent of one core, 1 to 100
 */
public record Compression(
    Compressors known, @Nullable BlockCompressor used, FilePacker byFile, int cpuPercent) {
  /** The default of {@code cpuPercent}. */
  public static final int CPU_PERCENT = 10;

  /** No packing, and no algorithm for unpacking. */
  public static final Compression NONE = new Compression(Compressors.NONE, null, CPU_PERCENT);

  /** Creates the settings of a store that packs each block by itself. */
  public Compression(Compressors known, @Nullable BlockCompressor used, int cpuPercent) {
    this(known, used, FilePacker.PLAIN, cpuPercent);
  }

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException if the percentage is out of range
   */
  public Compression {
    if (cpuPercent < 1 || cpuPercent > 100) {
      throw new IllegalArgumentException(
          "Processor time for compression: %d percent of a core is out of range. Use 1 to 100."
              .formatted(cpuPercent));
    }
  }
}

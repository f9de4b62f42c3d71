package io.strata.perf.flash.measure;

/**
 * The amounts to measure. Immutable.
 *
 * @param rounds of each case, interleaved with the others
 * @param readMillis duration of each read measurement
 * @param largeFileBytes of an engine's file of large blocks
 * @param smallFileBytes of an engine's file of small blocks
 * @param insertMillis maximum duration of inserting, without the final flush
 * @param restartBlocks blocks to restore after a restart
 * @param restartRounds the number of restarts
 * @param scatterBytes of the blocks that are read at rising rates
 * @param steps the number of rates
 * @param stepMillis duration of each rate
 */
public record Amounts(
    int rounds,
    long readMillis,
    long largeFileBytes,
    long smallFileBytes,
    long insertMillis,
    int restartBlocks,
    int restartRounds,
    long scatterBytes,
    int steps,
    long stepMillis) {
  /** Bytes of a large block: HBase's default. */
  public static final int LARGE = 64 << 10;

  /** Bytes of a small block. */
  public static final int SMALL = 4 << 10;

  /** Bytes of a block to restore: so small that files of many blocks fit on a disk. */
  static final int TINY = 900;

  private static final long GB = 1L << 30;
  private static final long MB = 1L << 20;
  private static final long TINY_FILE_BYTES = 1_400;

  /** Returns the amounts of a full run. */
  public static Amounts full() {
    return new Amounts(3, 3_000, 2 * GB, GB, 10_000, 1_000_000, 3, GB, 12, 3_000);
  }

  /** Returns the amounts of a smoke test. */
  public static Amounts small() {
    return new Amounts(1, 200, 192 * MB, 192 * MB, 600, 20_000, 1, 64 * MB, 5, 300);
  }

  /** Returns the size of an engine's file. */
  long fileBytes(int blockBytes) {
    return blockBytes == LARGE ? largeFileBytes : smallFileBytes;
  }

  /** Returns the size of an engine's file of blocks to restore. */
  long restartFileBytes() {
    return Math.max(restartBlocks * TINY_FILE_BYTES, 32 * MB);
  }

  /** Returns the required disk space. */
  public long diskBytes() {
    long largest = Math.max(2 * Math.max(largeFileBytes, smallFileBytes), 2 * restartFileBytes());
    return Math.max(largest, 3 * scatterBytes) + GB;
  }
}

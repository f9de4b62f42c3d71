package io.strata.perf.flash.measure;

/**
 * How much is measured. Immutable.
 *
 * @param rounds how often each case, by turns with the others
 * @param readMillis of each reading
 * @param largeFileBytes of an engine's file of large blocks
 * @param smallFileBytes of one of small blocks
 * @param insertMillis of inserting, at most, without what is waited for in the end
 * @param restartBlocks found again after a restart
 * @param restartRounds how often
 * @param cloudBytes of blocks that are asked for at rising rates
 * @param steps rates
 * @param stepMillis of each
 */
public record Amounts(
    int rounds,
    long readMillis,
    long largeFileBytes,
    long smallFileBytes,
    long insertMillis,
    int restartBlocks,
    int restartRounds,
    long cloudBytes,
    int steps,
    long stepMillis) {
  /** Bytes of large blocks: HBase's usual ones. */
  public static final int LARGE = 64 << 10;

  /** Bytes of small blocks. */
  public static final int SMALL = 4 << 10;

  /** Bytes of blocks that are found again: so few that files of many of them fit on a disk. */
  static final int TINY = 900;

  private static final long GB = 1L << 30;
  private static final long MB = 1L << 20;
  private static final long TINY_FILE_BYTES = 1_400;

  /** To judge by. */
  public static Amounts usual() {
    return new Amounts(3, 3_000, 2 * GB, GB, 10_000, 1_000_000, 3, GB, 12, 3_000);
  }

  /** To see that it works. */
  public static Amounts small() {
    return new Amounts(1, 200, 192 * MB, 192 * MB, 600, 20_000, 1, 64 * MB, 5, 300);
  }

  /** Bytes of an engine's file. */
  long fileBytes(int blockBytes) {
    return blockBytes == LARGE ? largeFileBytes : smallFileBytes;
  }

  /** Bytes of an engine's file of blocks to be found again. */
  long restartFileBytes() {
    return Math.max(restartBlocks * TINY_FILE_BYTES, 32 * MB);
  }

  /** Bytes of disk that are needed at the same time. */
  public long diskBytes() {
    long most = Math.max(2 * Math.max(largeFileBytes, smallFileBytes), 2 * restartFileBytes());
    return Math.max(most, 3 * cloudBytes) + GB;
  }
}

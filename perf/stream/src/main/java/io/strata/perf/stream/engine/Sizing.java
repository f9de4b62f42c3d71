package io.strata.perf.stream.engine;

/**
 * What an engine has to hold.
 *
 * @param entries how many entries or streams at most at a time: their numbers are less
 * @param entryBytes how long each is, or grows
 */
public record Sizing(int entries, int entryBytes) {
  private static final int BLOCK = 4 << 10;

  /** For what is known of the blocks, and blocks that streams leave empty. */
  private static final double SLACK = 1.02;

  private static final long SPARE = 64L << 20;

  /** Bytes of the entries in blocks, as two of the engines have them, and a little more. */
  public long blockBytes() {
    long each = (long) (entryBytes + BLOCK - 1) / BLOCK * BLOCK;
    return (long) (entries * each * SLACK) + SPARE;
  }

  /** Bytes of the entries themselves. */
  public long netBytes() {
    return (long) entries * entryBytes;
  }
}

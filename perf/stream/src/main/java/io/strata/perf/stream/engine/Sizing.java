package io.strata.perf.stream.engine;

/**
 * The capacity that an engine needs.
 *
 * @param entries maximum number of entries or streams; their numbers are below it
 * @param entryBytes maximum length of each, in bytes
 */
public record Sizing(int entries, int entryBytes) {
  private static final int BLOCK = 4 << 10;

  /** Headroom for the metadata of blocks and for blocks that streams leave empty. */
  private static final double SLACK = 1.02;

  private static final long SPARE = 64L << 20;

  /** Returns the bytes of the entries in blocks of 4 KB, with headroom. */
  public long blockBytes() {
    long each = (long) (entryBytes + BLOCK - 1) / BLOCK * BLOCK;
    return (long) (entries * each * SLACK) + SPARE;
  }

  /** Returns the bytes of the entries alone. */
  public long netBytes() {
    return (long) entries * entryBytes;
  }
}

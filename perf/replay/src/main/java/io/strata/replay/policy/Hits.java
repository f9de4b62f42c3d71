package io.strata.replay.policy;

/**
 * The hits of a replay.
 *
 * @param count accesses that found their block
 * @param bytes of those blocks, counted at each hit
 */
public record Hits(long count, long bytes) {
  /** Counts hits. Not thread-safe. */
  public static final class Counter {
    private long count;
    private long bytes;

    /** Counts a hit of a block of this length. */
    public void add(int length) {
      count++;
      bytes += length;
    }

    /** Returns the hits so far. */
    public Hits sum() {
      return new Hits(count, bytes);
    }
  }
}

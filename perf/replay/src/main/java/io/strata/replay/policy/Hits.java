package io.strata.replay.policy;

/**
 * What was found of the blocks that were accessed.
 *
 * @param count how many accesses found their block
 * @param bytes bytes of those blocks, each as often as it was found
 */
public record Hits(long count, long bytes) {
  /** Sums hits up. Not thread-safe. */
  public static final class Counter {
    private long count;
    private long bytes;

    /** Counts an access that found a block of so many bytes. */
    public void add(int length) {
      count++;
      bytes += length;
    }

    /** All so far. */
    public Hits sum() {
      return new Hits(count, bytes);
    }
  }
}

package io.strata.l2.curve;

/**
 * Estimates the reuse distances of all reads from those of the keys whose hashes are below a
 * threshold: fixed-size SHARDS (Waldspurger et al., FAST 2015). If there are too many keys, the
 * threshold falls, and the keys above it are dropped. Not thread-safe; allocates nothing after
 * construction.
 *
 * <p>All reuses of a sampled key are in the sample. So the bytes of other sampled keys between two
 * of its reads, divided by the sampling rate, are on average the bytes of all other keys. A read
 * represents 1 / rate reads at its time; the paper rescales counts when the rate falls, which is
 * equivalent.
 *
 * <p>Counts are halved after a fixed number of sampled reads, not after a time, because samples
 * determine the precision: a quiet night does not blur what the day has shown, and no clock is
 * read.
 */
final class Shards {
  /**
   * Shares of the capacity: above the first, the threshold falls to reach the second. Dropping keys
   * one by one would need an order by hash, and searching for those beyond the range at every new
   * key would take too long.
   */
  private static final double MAX_KEPT = 7.0 / 8;

  private static final double KEPT = 3.0 / 4;

  private final int maxKeys;
  private final long samplesPerHalving;
  private final LruStack stack;
  private final DistanceHistogram distances = new DistanceHistogram();
  private long threshold;
  private long samples;

  /**
   * @param maxKeys maximum number of tracked keys, a power of two
   * @param rate the initial share of sampled keys, more than 0 and at most 1
   * @param samplesPerHalving number of sampled reads after which older ones weigh half, 1 or more
   */
  Shards(int maxKeys, double rate, long samplesPerHalving) {
    this.maxKeys = maxKeys;
    this.samplesPerHalving = samplesPerHalving;
    this.stack = new LruStack(maxKeys);
    this.threshold = (long) (rate * Long.MAX_VALUE);
  }

  /** Returns whether a key is sampled, by its hash. */
  static boolean isBelow(long threshold, long keyHash) {
    return keyHash >>> 1 < threshold;
  }

  /** Returns the exclusive upper bound for {@link #isBelow}; it only falls. */
  long threshold() {
    return threshold;
  }

  /** Returns the share of keys that are sampled, more than 0 and at most 1. */
  double rate() {
    return (double) threshold / Long.MAX_VALUE;
  }

  /** Returns the number of tracked keys. */
  int tracked() {
    return stack.tracked();
  }

  /** Returns the distances found. */
  DistanceHistogram distances() {
    return distances;
  }

  /**
   * Counts a read, unless its key is no longer sampled.
   *
   * @param size length of the block in bytes, 1 or more
   * @param range distance in bytes up to which a reuse must be distinguished from a first read
   * @return whether the counts are due to be halved
   */
  boolean read(long keyHash, int size, long range) {
    if (stack.isFull()) {
      dropKeys(range);
    }
    if (!isBelow(threshold, keyHash)) {
      return false;
    }
    double readsForOne = 1 / rate();
    long others = stack.read(keyHash, size);
    if (others == LruStack.NEVER) {
      distances.addCold(size, readsForOne);
    } else {
      distances.add((long) (others * readsForOne) + size, size, readsForOne);
    }
    return ++samples % samplesPerHalving == 0;
  }

  /**
   * Drops keys, first those beyond the range: otherwise keys of deleted files would be tracked for
   * ever, and the threshold would fall to nothing.
   */
  private void dropKeys(long range) {
    long depth = (long) (range * rate());
    stack.keep(threshold, depth);
    while (stack.tracked() > MAX_KEPT * maxKeys) {
      threshold = (long) (threshold * (KEPT * maxKeys / stack.tracked()));
      stack.keep(threshold, depth);
    }
  }
}

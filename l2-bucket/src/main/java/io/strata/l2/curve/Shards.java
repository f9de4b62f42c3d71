package io.strata.l2.curve;

/**
 * Reuse distances of all reads, estimated from those of the keys whose hashes are below a
 * threshold: SHARDS (Waldspurger and others, FAST 2015) of a fixed size. When there are more keys
 * than are tracked, the threshold falls, and those above it are dropped. Not thread-safe; allocates
 * nothing once made.
 *
 * <p>Sampled reads have all their reuses in the sample, so the bytes of other sampled keys between
 * two reads of one, divided by the rate, are the bytes of all others on average. A read stands for
 * as many as the rate says when it comes: the paper scales the counts when the rate falls, which
 * comes to the same.
 *
 * <p>What was counted weighs half after every so many sampled reads. Those are what the estimate's
 * precision depends on, unlike time: a quiet night does not blur what the day has shown, and no
 * clock is read.
 */
final class Shards {
  /**
   * When there is less room for further keys, the threshold falls until there is as much as below:
   * to drop keys one by one would take an order by hash, and to look for those beyond the range at
   * every new key would take too long.
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
   * @param maxKeys how many keys are tracked, a power of two
   * @param rate the share of the keys that are sampled at first, over 0 and up to 1
   * @param samplesPerHalving sampled reads after which older ones weigh half, 1 or more
   */
  Shards(int maxKeys, double rate, long samplesPerHalving) {
    this.maxKeys = maxKeys;
    this.samplesPerHalving = samplesPerHalving;
    this.stack = new LruStack(maxKeys);
    this.threshold = (long) (rate * Long.MAX_VALUE);
  }

  /** Whether a key is sampled, by its hash. */
  static boolean isBelow(long threshold, long keyHash) {
    return keyHash >>> 1 < threshold;
  }

  /** What the hashes of sampled keys are below, by {@link #isBelow}. Only falls. */
  long threshold() {
    return threshold;
  }

  /** The share of the keys that are sampled, over 0 and up to 1. */
  double rate() {
    return (double) threshold / Long.MAX_VALUE;
  }

  /** How many keys are tracked. */
  int tracked() {
    return stack.tracked();
  }

  /** The distances that were found. */
  DistanceHistogram distances() {
    return distances;
  }

  /**
   * Counts a read, unless its key is not sampled any more.
   *
   * @param size bytes of the block, 1 or more
   * @param range bytes: how long a distance must be told from a first read
   * @return whether it is time to halve what was counted
   */
  boolean read(long keyHash, int size, long range) {
    if (stack.isFull()) {
      makeRoom(range);
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
   * Keys beyond the range go first: a key whose file is long gone would otherwise be tracked for
   * ever, and the threshold fall to nothing.
   */
  private void makeRoom(long range) {
    long depth = (long) (range * rate());
    stack.keep(threshold, depth);
    while (stack.tracked() > MAX_KEPT * maxKeys) {
      threshold = (long) (threshold * (KEPT * maxKeys / stack.tracked()));
      stack.keep(threshold, depth);
    }
  }
}

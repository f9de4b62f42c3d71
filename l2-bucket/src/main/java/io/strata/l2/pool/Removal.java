package io.strata.l2.pool;

import java.util.Objects;

/**
 * Removes buckets from a {@link BucketPool}, which returns their memory. For the background thread
 * alone.
 */
public final class Removal {
  private final BucketPool pool;
  private final Buckets buckets;

  /** All buckets from this number on are removed or retiring. */
  private int end;

  /** The numbers from this one on were searched for empty buckets. */
  private int at;

  /** How many of the last buckets are still to be searched. */
  private int left;

  Removal(BucketPool pool, Buckets buckets) {
    this.pool = pool;
    this.buckets = buckets;
  }

  /** The outcome of a request to retire a bucket. */
  public enum Outcome {
    /** It is removed, or will be when its last used slot becomes free. */
    UNDER_WAY,
    /** Its drain began: the caller must evict or move its blocks. */
    TO_BE_EMPTIED,
    /** It is between two states: try again. */
    TRY_AGAIN
  }

  /**
   * Begins to remove buckets, or more of them.
   *
   * @param wanted how many are to be removed in total
   */
  public void begin(int wanted) {
    end = buckets.numbers();
    at = end;
    left = wanted;
  }

  /** Returns the highest number of a bucket that is live and not retiring, or -1. */
  public int last() {
    while (end > 0 && !stays(end - 1)) {
      end--;
    }
    return end - 1;
  }

  /** Returns whether the number is that of a bucket that is live and not retiring. */
  public boolean stays(int number) {
    Bucket bucket = buckets.of(number);
    return bucket != null && !bucket.retiring;
  }

  /**
   * Removes empty buckets; if memory ends after the last bucket, only those among the last. The
   * calls after a {@link #begin} search each number once.
   *
   * @param max how many to remove at most
   * @return how many were removed; 0 if there are no more
   */
  public int removeEmpty(int max) {
    return buckets.isInOrder() ? removeLastEmpty(max) : removeAnyEmpty(max);
  }

  private int removeLastEmpty(int max) {
    int removed = 0;
    while (left > 0 && at > 0 && removed < max) {
      at--;
      if (stays(at)) {
        left--;
        Bucket bucket = Objects.requireNonNull(buckets.of(at));
        if (pool.takeEmpty(bucket)) {
          bucket.retiring = true;
          buckets.remove(bucket);
          removed++;
        }
      }
    }
    return removed;
  }

  private int removeAnyEmpty(int count) {
    for (int done = 0; done < count; done++) {
      Bucket bucket = pool.pollEmpty();
      if (bucket == null) {
        return done;
      }
      boolean wasRetiring = bucket.retiring;
      bucket.retiring = true;
      buckets.remove(bucket);
      if (wasRetiring) {
        // Another request counts it.
        done--;
      }
    }
    return count;
  }

  /** As {@link #retire}, after TRY_AGAIN: the number may belong to another bucket by now. */
  public Outcome retireAgain(int number) {
    return stays(number) ? Outcome.UNDER_WAY : retire(number);
  }

  /** Retires a bucket. */
  public Outcome retire(int number) {
    Bucket bucket = Objects.requireNonNull(buckets.of(number));
    // Set before the state is read: the thread that empties the bucket does it in reverse order.
    bucket.retiring = true;
    FormattedBucket formatted = bucket.formatted;
    if (bucket.removed || (formatted != null && formatted.isDraining())) {
      return Outcome.UNDER_WAY;
    }
    if (formatted != null && pool.beginDrain(formatted)) {
      return Outcome.TO_BE_EMPTIED;
    }
    if (pool.takeEmpty(bucket)) {
      buckets.remove(bucket);
      return Outcome.UNDER_WAY;
    }
    return Outcome.TRY_AGAIN;
  }
}

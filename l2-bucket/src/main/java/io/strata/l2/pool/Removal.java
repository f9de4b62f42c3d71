package io.strata.l2.pool;

import java.util.Objects;

/**
 * Takes buckets out of a {@link BucketPool}, which gives their memory back. Thread-safe where nothing
 * else is said.
 */
public final class Removal {
  private final BucketPool pool;
  private final Buckets buckets;

  /** No number from this one on is that of a bucket that stays. */
  private int end;

  /** The numbers from this one on were looked at for an empty bucket. */
  private int at;

  /** How many of the last buckets are still to be looked at. */
  private int left;

  Removal(BucketPool pool, Buckets buckets) {
    this.pool = pool;
    this.buckets = buckets;
  }

  /** What became of a request to remove a bucket. */
  public enum Leaving {
    /** It is gone, or goes when the last slot of it that is in use comes free. */
    UNDER_WAY,
    /** Its drain began: the caller evicts its blocks or moves them. */
    TO_BE_EMPTIED,
    /** It is just changing hands: ask again. */
    ASK_AGAIN
  }

  /**
   * Begins to remove buckets, or more of them; by the background thread, which alone calls what
   * follows.
   *
   * @param wanted how many are to be removed in all
   */
  public void begin(int wanted) {
    end = buckets.numbers();
    at = end;
    left = wanted;
  }

  /** Returns the highest number of a bucket that is there and stays, or -1. */
  public int last() {
    while (end > 0 && !stays(end - 1)) {
      end--;
    }
    return end - 1;
  }

  /** Whether a number is that of a bucket that is there and was not asked to leave. */
  public boolean stays(int number) {
    Bucket bucket = buckets.of(number);
    return bucket != null && !bucket.leaving;
  }

  /**
   * Removes buckets that no class has; where memory ends behind the last bucket, those that are
   * among the last. All calls after {@link #begin} look at each number once.
   *
   * @param most how many
   * @return how many were; 0 when there are no more
   */
  public int removeEmpty(int most) {
    return buckets.isInOrder() ? removeLastEmpty(most) : removeAnyEmpty(most);
  }

  private int removeLastEmpty(int most) {
    int removed = 0;
    while (left > 0 && at > 0 && removed < most) {
      at--;
      if (stays(at)) {
        left--;
        Bucket bucket = Objects.requireNonNull(buckets.of(at));
        if (pool.takeEmpty(bucket)) {
          bucket.leaving = true;
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
      boolean asked = bucket.leaving;
      bucket.leaving = true;
      buckets.remove(bucket);
      if (asked) {
        // It was one that another request counts.
        done--;
      }
    }
    return count;
  }

  /** As {@link #leave}, of one that is to be asked again: the number may be another's by now. */
  public Leaving leaveAgain(int number) {
    return stays(number) ? Leaving.UNDER_WAY : leave(number);
  }

  /** Removes a bucket; by the background thread. */
  public Leaving leave(int number) {
    Bucket bucket = Objects.requireNonNull(buckets.of(number));
    // Said before the state is looked at: whoever empties the bucket does it the other way round.
    bucket.leaving = true;
    FormattedBucket formatted = bucket.formatted;
    if (bucket.gone || (formatted != null && formatted.isDraining())) {
      return Leaving.UNDER_WAY;
    }
    if (formatted != null && pool.beginDrain(formatted)) {
      return Leaving.TO_BE_EMPTIED;
    }
    if (pool.takeEmpty(bucket)) {
      buckets.remove(bucket);
      return Leaving.UNDER_WAY;
    }
    return Leaving.ASK_AGAIN;
  }
}

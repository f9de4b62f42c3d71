package io.strata.l2.space;

import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Takes buckets out of a {@link Space}, which gives their memory back. Thread-safe where nothing
 * else is said.
 */
public final class Removal {
  private final Space space;
  private final Buckets buckets;

  Removal(Space space, Buckets buckets) {
    this.space = space;
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

  /** The numbers of so many buckets that are there and stay, the last ones first. */
  public int[] last(int count) {
    return IntStream.iterate(buckets.numbers() - 1, i -> i >= 0, i -> i - 1)
        .filter(this::stays)
        .limit(count)
        .toArray();
  }

  /** Whether a number is that of a bucket that is there and was not asked to leave. */
  public boolean stays(int number) {
    Bucket bucket = buckets.of(number);
    return bucket != null && !bucket.leaving;
  }

  /**
   * Removes buckets that no class has; where memory ends behind the last bucket, those that are
   * among the last. By the background thread.
   *
   * @param wanted how many buckets are to be removed
   * @param most how many of them now
   * @return how many were
   */
  public int removeEmpty(int wanted, int most) {
    return buckets.isInOrder()
        ? removeLastEmpty(wanted, most)
        : removeEmpty(Math.min(wanted, most));
  }

  private int removeLastEmpty(int wanted, int most) {
    int removed = 0;
    for (int number : last(wanted)) {
      Bucket bucket = Objects.requireNonNull(buckets.of(number));
      if (removed < most && space.takeEmpty(bucket)) {
        bucket.leaving = true;
        buckets.remove(bucket);
        removed++;
      }
    }
    return removed;
  }

  private int removeEmpty(int count) {
    for (int done = 0; done < count; done++) {
      Bucket bucket = space.pollEmpty();
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
    CutBucket cut = bucket.cut;
    if (bucket.gone || (cut != null && cut.isDraining())) {
      return Leaving.UNDER_WAY;
    }
    if (cut != null && space.beginDrain(cut)) {
      return Leaving.TO_BE_EMPTIED;
    }
    if (space.takeEmpty(bucket)) {
      buckets.remove(bucket);
      return Leaving.UNDER_WAY;
    }
    return Leaving.ASK_AGAIN;
  }
}

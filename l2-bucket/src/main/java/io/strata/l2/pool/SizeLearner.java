package io.strata.l2.pool;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.layout.SizePlanner;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the sizes of the blocks that arrive, and has the classes chosen anew when others would
 * waste less. Thread-safe.
 *
 * <p>The first look is soon, so that few buckets are formatted for classes that do not fit; later ones
 * are each a multiple further on. What was counted before a look weighs half after it, so that the
 * classes follow a mix that shifts. Where the caller chose the classes, nothing is counted.
 */
public final class SizeLearner {
  private static final long FIRST_LOOK = 4L * BucketLayout.BUCKET_BYTES;
  private static final int NEXT_LOOK_FACTOR = 4;
  private static final int LOOKS_FOR_A_TURNOVER = 2;

  /** Share of the memory that new classes must save to be worth the change. */
  private static final double WORTH_A_CHANGE = 0.015;

  private final BucketPool pool;
  private final Executor background;
  private final Runnable look = this::look;
  private final boolean learns;
  private final AtomicIntegerArray counts = new AtomicIntegerArray(SizePlanner.STEPS);
  private final AtomicLong arrived = new AtomicLong();
  private final AtomicBoolean looking = new AtomicBoolean();
  private volatile long nextLook = FIRST_LOOK;

  /**
   * @param background runs one task at a time, later
   */
  public SizeLearner(BucketPool pool, Executor background) {
    this.pool = pool;
    this.background = background;
    this.learns = !pool.sizes().areFixed();
  }

  /** Counts a block that arrived, or the parts in which it did. */
  public void note(int bytes) {
    if (learns) {
      int rest = bytes % SizeClasses.LARGEST_LEARNT;
      if (rest > 0) {
        counts.getAndIncrement(SizePlanner.step(rest));
      }
      if (bytes > rest) {
        counts.getAndAdd(SizePlanner.STEPS - 1, bytes / SizeClasses.LARGEST_LEARNT);
      }
      if (arrived.addAndGet(bytes) >= nextLook && looking.compareAndSet(false, true)) {
        askForALook();
      }
    }
  }

  private void askForALook() {
    try {
      background.execute(look);
    } catch (OutOfMemoryError e) {
      // The block can be cached all the same; a later one asks again.
      looking.set(false);
    }
  }

  private void look() {
    try {
      learn();
    } finally {
      looking.set(false);
    }
  }

  private void learn() {
    int[] seen = new int[counts.length()];
    for (int step = 0; step < seen.length; step++) {
      seen[step] = counts.getAndUpdate(step, count -> count / 2);
    }
    int buckets = pool.liveBuckets();
    SizeClasses better =
        SizeClasses.learnt(SizePlanner.plan(seen, buckets, pool.sizesWithBuckets()));
    double saved =
        SizePlanner.buckets(pool.sizes(), seen, buckets)
            - SizePlanner.buckets(better, seen, buckets);
    if (saved > WORTH_A_CHANGE * buckets) {
      pool.replaceClasses(better);
    }
    long done = arrived.get();
    long clock = (long) pool.liveBuckets() * BucketLayout.BUCKET_BYTES;
    nextLook = done + Math.min(clock / LOOKS_FOR_A_TURNOVER, done * (NEXT_LOOK_FACTOR - 1));
  }
}

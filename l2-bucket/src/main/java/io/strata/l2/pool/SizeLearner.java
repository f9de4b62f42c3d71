package io.strata.l2.pool;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.layout.SizePlanner;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Learns the sizes of the inserted blocks, and replaces the size classes when others would waste
 * less. Thread-safe.
 *
 * <p>The first plan is made early, so that few buckets are formatted for unsuitable classes; later
 * ones follow at increasing distances. Each plan halves the counts, so that the classes follow a
 * shifting mix of sizes. If the caller fixed the classes, nothing is counted.
 *
 * <p>A plan takes milliseconds, so each of its steps is a background task that requests the next.
 * The compare-and-set of {@code planning} lets one inserting thread begin; the task of the last
 * step clears it, as does a request that finds no heap, after which the next insert goes on with
 * the plan. The plan itself belongs to the background thread.
 */
public final class SizeLearner {
  private static final long FIRST_PLAN = 4L * BucketLayout.BUCKET_BYTES;
  private static final int NEXT_PLAN_FACTOR = 4;
  private static final int PLANS_PER_CAPACITY = 2;

  /** The share of the memory that new classes must save to be worth the change. */
  private static final double WORTH_A_CHANGE = 0.015;

  private final BucketPool pool;
  private final Executor background;
  private final Runnable planTask = this::runPlan;
  private final boolean learns;
  private final AtomicIntegerArray counts = new AtomicIntegerArray(SizePlanner.STEPS);
  private final AtomicLong inserted = new AtomicLong();
  private final AtomicBoolean planning = new AtomicBoolean();
  private volatile long nextPlan = FIRST_PLAN;

  // The fields below are accessed only by background tasks.

  /** The plan in progress, and the sizes that it is for. */
  private @Nullable SizePlanner planner;

  private int[] seen = {};

  /** The planned classes, until they are used. */
  private @Nullable List<Integer> planned;

  /**
   * @param background runs tasks later, one at a time
   */
  public SizeLearner(BucketPool pool, Executor background) {
    this.pool = pool;
    this.background = background;
    this.learns = !pool.sizes().areFixed();
  }

  /** Counts an inserted block, or the parts into which it is divided. */
  public void record(int bytes) {
    if (learns) {
      int rest = bytes % SizeClasses.LARGEST_LEARNT;
      if (rest > 0) {
        counts.getAndIncrement(SizePlanner.step(rest));
      }
      if (bytes > rest) {
        counts.getAndAdd(SizePlanner.STEPS - 1, bytes / SizeClasses.LARGEST_LEARNT);
      }
      if (inserted.addAndGet(bytes) >= nextPlan && planning.compareAndSet(false, true)) {
        requestPlan();
      }
    }
  }

  private void requestPlan() {
    try {
      background.execute(planTask);
    } catch (OutOfMemoryError e) {
      // The block can be cached nevertheless; a later one requests the plan again.
      planning.set(false);
    }
  }

  /** Runs a step, since hundreds of sizes take milliseconds, and other tasks are waiting. */
  private void runPlan() {
    boolean more = false;
    try {
      List<Integer> sizes = planned;
      if (sizes == null) {
        plan(planner);
        more = true;
      } else {
        planned = null;
        apply(sizes);
      }
    } finally {
      if (more) {
        requestPlan();
      } else {
        planning.set(false);
      }
    }
  }

  private void plan(@Nullable SizePlanner current) {
    // After an error, the next request begins another plan.
    planner = null;
    if (current == null) {
      planner = begin();
    } else if (current.step()) {
      planner = current;
    } else {
      planned = current.best();
    }
  }

  private SizePlanner begin() {
    int[] now = new int[counts.length()];
    for (int step = 0; step < now.length; step++) {
      now[step] = counts.getAndUpdate(step, count -> count / 2);
    }
    seen = now;
    return new SizePlanner(now, pool.liveBuckets(), pool.sizesWithBuckets());
  }

  private void apply(List<Integer> sizes) {
    int buckets = pool.liveBuckets();
    SizeClasses better = SizeClasses.learnt(sizes);
    double saved =
        SizePlanner.buckets(pool.sizes(), seen, buckets)
            - SizePlanner.buckets(better, seen, buckets);
    if (saved > WORTH_A_CHANGE * buckets) {
      pool.replaceClasses(better);
    }
    long done = inserted.get();
    long capacity = pool.liveBytes();
    nextPlan = done + Math.min(capacity / PLANS_PER_CAPACITY, done * (NEXT_PLAN_FACTOR - 1));
  }
}

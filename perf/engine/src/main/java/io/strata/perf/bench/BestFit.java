package io.strata.perf.bench;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.layout.SizePlanner;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The memory utilization that {@link SizePlanner} expects of the best size classes, for a mix that
 * is known in advance. In small memory it is low: each class has at least one bucket, so few
 * classes are best, and blocks waste much of their slots. It is an estimate, not a bound, since it
 * assumes that some slots of each class are free. Stateless.
 */
final class BestFit {
  /** The sample of the mix is of this many capacities. */
  private static final int CAPACITIES = 8;

  private BestFit() {}

  /**
   * Returns block bytes over the bytes of the buckets, if these are all of the memory.
   *
   * @param mix the block sizes
   * @param bytes of all buckets
   */
  static double of(SizeMix mix, long bytes) {
    int[] counts = new int[SizePlanner.STEPS];
    SplittableRandom random = new SplittableRandom(1);
    for (long done = 0; done < CAPACITIES * bytes; ) {
      int size = mix.next(random);
      count(size, counts);
      done += size;
    }
    int buckets = (int) (bytes / BucketLayout.BUCKET_BYTES);
    List<Integer> sizes = SizePlanner.plan(counts, buckets, Set.of());
    SizeClasses classes = SizeClasses.of(sizes.stream().mapToInt(Integer::intValue).toArray());
    return buckets / SizePlanner.buckets(classes, counts, buckets);
  }

  /** Counts a block, or the parts into which the cache divides it. */
  private static void count(int size, int[] counts) {
    int rest = size % SizeClasses.LARGEST_LEARNT;
    if (rest > 0) {
      counts[SizePlanner.step(rest)]++;
    }
    counts[SizePlanner.STEPS - 1] += size / SizeClasses.LARGEST_LEARNT;
  }
}

package io.strata.perf.common;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Confidence intervals by the percentile bootstrap. Each resample draws as many units from the
 * sample as it has, with replacement; the interval spans the middle 95 % of the statistic over all
 * resamples. The method assumes independent units but no distribution. Results are deterministic.
 * Stateless.
 */
public final class Bootstrap {
  /** Number of resamples. */
  public static final int RESAMPLES = 2_000;

  private static final long SEED = 20_261;
  private static final double TAIL = 0.025;

  private Bootstrap() {}

  /**
   * Returns the statistic of a sample and its confidence interval. Returns {@link Interval#NONE} if
   * the statistic of the sample is not finite; resamples with such a statistic are left out.
   *
   * @param units number of units in the sample, 1 or more
   * @param statistic computes the statistic from the count of each unit in a resample; called by
   *     several threads
   */
  public static Interval interval(int units, ToDoubleFunction<int[]> statistic) {
    int[] ones = new int[units];
    Arrays.fill(ones, 1);
    double estimate = statistic.applyAsDouble(ones);
    if (!Double.isFinite(estimate)) {
      return Interval.NONE;
    }
    double[] sorted =
        IntStream.range(0, RESAMPLES)
            .parallel()
            .mapToDouble(resample -> statistic.applyAsDouble(draw(units, resample)))
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    if (sorted.length == 0) {
      return Interval.NONE;
    }
    return new Interval(quantile(sorted, TAIL), estimate, quantile(sorted, 1 - TAIL));
  }

  private static int[] draw(int units, int resample) {
    SplittableRandom random = new SplittableRandom(SEED + resample);
    int[] counts = new int[units];
    for (int i = 0; i < units; i++) {
      counts[random.nextInt(units)]++;
    }
    return counts;
  }

  private static double quantile(double[] sorted, double share) {
    return sorted[(int) Math.round(share * (sorted.length - 1))];
  }
}

package io.strata.perf.common;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Intervals by the percentile bootstrap: the units of a sample are drawn again with replacement, as
 * many as there are, and the interval is what the statistic comes to in the middle 95 % of all
 * resamples. It assumes no distribution, but that the units are independent. The random numbers are
 * the same each time. Stateless.
 */
public final class Bootstrap {
  /** How often the sample is drawn again. */
  public static final int RESAMPLES = 2_000;

  private static final long SEED = 20_261;
  private static final double TAIL = 0.025;

  private Bootstrap() {}

  /**
   * Returns the statistic of a sample and its interval. {@link Interval#NONE} where the statistic
   * of the sample is no number; a resample of which it is none is left out.
   *
   * @param units how many units the sample has, 1 or more
   * @param statistic of a resample, given how often each unit is in it; called by several threads
   */
  public static Interval interval(int units, ToDoubleFunction<int[]> statistic) {
    int[] once = new int[units];
    Arrays.fill(once, 1);
    double estimate = statistic.applyAsDouble(once);
    if (!Double.isFinite(estimate)) {
      return Interval.NONE;
    }
    double[] sorted =
        IntStream.range(0, RESAMPLES)
            .parallel()
            .mapToDouble(resample -> statistic.applyAsDouble(drawn(units, resample)))
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    if (sorted.length == 0) {
      return Interval.NONE;
    }
    return new Interval(quantile(sorted, TAIL), estimate, quantile(sorted, 1 - TAIL));
  }

  private static int[] drawn(int units, int resample) {
    SplittableRandom random = new SplittableRandom(SEED + resample);
    int[] times = new int[units];
    for (int i = 0; i < units; i++) {
      times[random.nextInt(units)]++;
    }
    return times;
  }

  private static double quantile(double[] sorted, double share) {
    return sorted[(int) Math.round(share * (sorted.length - 1))];
  }
}

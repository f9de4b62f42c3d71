package io.strata.perf.load;

import java.util.Arrays;

/**
 * Sizes from 1 byte on, each with a probability proportional to a negative power of it: the
 * distribution of PerformanceEvaluation's {@code valueZipf}.
 */
final class ZipfSizes {
  private static final double EXPONENT = 1.2;

  /** Cumulative shares: element i is the share of sizes up to i + 1. */
  private final double[] shares;

  ZipfSizes(int max) {
    shares = new double[max];
    double sum = 0;
    for (int i = 0; i < max; i++) {
      sum += Math.pow(i + 1.0, -EXPONENT);
      shares[i] = sum;
    }
    for (int i = 0; i < max; i++) {
      shares[i] /= sum;
    }
  }

  /**
   * Returns a quantile of the sizes.
   *
   * @param share 0 to 1
   */
  int at(double share) {
    int index = Arrays.binarySearch(shares, share);
    int above = index >= 0 ? index + 1 : -index - 1;
    return Math.min(above, shares.length - 1) + 1;
  }
}

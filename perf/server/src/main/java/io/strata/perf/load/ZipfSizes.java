package io.strata.perf.load;

import java.util.Arrays;

/**
 * Sizes from 1 byte on of which each is drawn the more seldom the larger it is, by a power of it:
 * the distribution that PerformanceEvaluation's {@code valueZipf} draws from.
 */
final class ZipfSizes {
  private static final double EXPONENT = 1.2;

  /** The share of sizes up to the index and one. */
  private final double[] shares;

  ZipfSizes(int largest) {
    shares = new double[largest];
    double sum = 0;
    for (int i = 0; i < largest; i++) {
      sum += Math.pow(i + 1.0, -EXPONENT);
      shares[i] = sum;
    }
    for (int i = 0; i < largest; i++) {
      shares[i] /= sum;
    }
  }

  /** The size below or at which that share of all sizes lies, which is 0 to 1. */
  int at(double share) {
    int index = Arrays.binarySearch(shares, share);
    int above = index >= 0 ? index + 1 : -index - 1;
    return Math.min(above, shares.length - 1) + 1;
  }
}

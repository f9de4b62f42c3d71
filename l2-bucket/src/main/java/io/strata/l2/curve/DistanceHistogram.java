package io.strata.l2.curve;

import java.util.Arrays;

/**
 * How many reads came at which reuse distance, in bytes. Bins are narrow beside the distances they
 * stand for, at any size of cache, so that nothing changes here when the cache is resized. Not
 * thread-safe.
 */
final class DistanceHistogram {
  private static final int BITS = 6;

  /** A petabyte; what is farther counts as never read before. */
  private static final long MAX_DISTANCE = 1L << 50;

  private static final int BINS = binOf(MAX_DISTANCE) + 1;

  private final double[] reads = new double[BINS];
  private final double[] bytes = new double[BINS];

  /** Between these, reads in a bin are taken to be spread evenly: so a loop has one distance. */
  private final long[] nearest = new long[BINS];

  private final long[] farthest = new long[BINS];

  private double allReads;
  private double allBytes;

  DistanceHistogram() {
    Arrays.fill(nearest, MAX_DISTANCE);
  }

  /** A copy. */
  DistanceHistogram(DistanceHistogram other) {
    System.arraycopy(other.reads, 0, reads, 0, BINS);
    System.arraycopy(other.bytes, 0, bytes, 0, BINS);
    System.arraycopy(other.nearest, 0, nearest, 0, BINS);
    System.arraycopy(other.farthest, 0, farthest, 0, BINS);
    allReads = other.allReads;
    allBytes = other.allBytes;
  }

  /** Counts a read of a block that was not read before. */
  void addCold(int size, double weight) {
    allReads += weight;
    allBytes += weight * size;
  }

  /**
   * Counts a read.
   *
   * @param distance bytes of the different blocks read since, its own included; 1 or more
   * @param size bytes of the block
   * @param weight how many reads it stands for
   */
  void add(long distance, int size, double weight) {
    addCold(size, weight);
    if (distance <= MAX_DISTANCE) {
      int bin = binOf(distance);
      reads[bin] += weight;
      bytes[bin] += weight * size;
      nearest[bin] = Math.min(nearest[bin], distance);
      farthest[bin] = Math.max(farthest[bin], distance);
    }
  }

  /** Makes all that was counted weigh half. */
  void halve() {
    for (int bin = 0; bin < BINS; bin++) {
      reads[bin] /= 2;
      bytes[bin] /= 2;
    }
    allReads /= 2;
    allBytes /= 2;
  }

  /** Reads that were counted, those at no distance included. */
  double allReads() {
    return allReads;
  }

  /** Bytes of the blocks of all those reads. */
  double allBytes() {
    return allBytes;
  }

  /** Reads at a distance at most. */
  double readsUpTo(long distance) {
    return upTo(reads, distance);
  }

  /** Bytes of the blocks of those reads. */
  double bytesUpTo(long distance) {
    return upTo(bytes, distance);
  }

  private double upTo(double[] values, long distance) {
    if (distance < 1) {
      return 0;
    }
    int last = binOf(Math.min(distance, MAX_DISTANCE));
    double sum = 0;
    // In this order, whatever the distance: so rounding makes no sum less than that of a nearer
    // one.
    for (int bin = 0; bin < last; bin++) {
      sum += values[bin];
    }
    return sum + values[last] * partUpTo(last, distance);
  }

  private double partUpTo(int bin, long distance) {
    if (distance >= farthest[bin]) {
      return 1;
    }
    double below = distance - nearest[bin] + 1;
    return Math.max(0, below) / (farthest[bin] - nearest[bin] + 1);
  }

  /** A distance's bin: those whose highest bits are the same share one. */
  private static int binOf(long distance) {
    long below = distance - 1;
    int shift = Math.max(0, Long.SIZE - 1 - BITS - Long.numberOfLeadingZeros(below));
    return (shift << BITS) + (int) (below >>> shift);
  }
}

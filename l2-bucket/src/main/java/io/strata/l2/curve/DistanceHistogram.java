package io.strata.l2.curve;

import java.util.Arrays;

/**
 * A histogram of reads by reuse distance, in bytes. Bins are narrow relative to their distances at
 * any cache size, so a resize changes nothing here. Not thread-safe.
 */
final class DistanceHistogram {
  private static final int BITS = 6;

  /** A petabyte; a larger distance counts as a first read. */
  private static final long MAX_DISTANCE = 1L << 50;

  private static final int BINS = binOf(MAX_DISTANCE) + 1;

  private final double[] reads = new double[BINS];
  private final double[] bytes = new double[BINS];

  /** Reads in a bin count as evenly spread between these: a loop thus keeps its single distance. */
  private final long[] nearest = new long[BINS];

  private final long[] farthest = new long[BINS];

  private double allReads;
  private double allBytes;

  DistanceHistogram() {
    Arrays.fill(nearest, MAX_DISTANCE);
  }

  /** Creates a copy. */
  DistanceHistogram(DistanceHistogram other) {
    System.arraycopy(other.reads, 0, reads, 0, BINS);
    System.arraycopy(other.bytes, 0, bytes, 0, BINS);
    System.arraycopy(other.nearest, 0, nearest, 0, BINS);
    System.arraycopy(other.farthest, 0, farthest, 0, BINS);
    allReads = other.allReads;
    allBytes = other.allBytes;
  }

  /** Counts the first read of a block. */
  void addCold(int size, double weight) {
    allReads += weight;
    allBytes += weight * size;
  }

  /**
   * Counts a read.
   *
   * @param distance bytes of the distinct blocks read since the last read, including this block; 1
   *     or more
   * @param size length of the block in bytes
   * @param weight number of reads that this read represents
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

  /** Halves the weight of everything counted so far. */
  void halve() {
    for (int bin = 0; bin < BINS; bin++) {
      reads[bin] /= 2;
      bytes[bin] /= 2;
    }
    allReads /= 2;
    allBytes /= 2;
  }

  /** Returns the number of reads counted, first reads included. */
  double allReads() {
    return allReads;
  }

  /** Returns the bytes of the blocks of all these reads. */
  double allBytes() {
    return allBytes;
  }

  /** Returns the number of reads at up to this distance. */
  double readsUpTo(long distance) {
    return upTo(reads, distance);
  }

  /** Returns the bytes of the blocks of these reads. */
  double bytesUpTo(long distance) {
    return upTo(bytes, distance);
  }

  private double upTo(double[] values, long distance) {
    if (distance < 1) {
      return 0;
    }
    int last = binOf(Math.min(distance, MAX_DISTANCE));
    double sum = 0;
    // Always in this order: so rounding makes no sum less than that for a smaller distance.
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

  /** Returns the bin of a distance: distances with the same highest bits share one. */
  private static int binOf(long distance) {
    long below = distance - 1;
    int shift = Math.max(0, Long.SIZE - 1 - BITS - Long.numberOfLeadingZeros(below));
    return (shift << BITS) + (int) (below >>> shift);
  }
}

package io.strata.l2.curve;

import java.util.Arrays;
import java.util.List;

/** A miss-ratio curve at one moment. Immutable. */
public final class CurveSnapshot {
  private static final double[] FACTORS = {0.125, 0.25, 0.5, 1, 2, 4, 8};

  /**
   * Estimated ratios for one size, each from 0 to 1.
   *
   * @param bytes size of the cache
   * @param hitRatio share of reads that hit
   * @param byteHitRatio share of bytes read that hit
   */
  public record Point(long bytes, double hitRatio, double byteHitRatio) {}

  private final DistanceHistogram distances;
  private final double density;
  private final double reads;
  private final long range;
  private final double samplingRate;
  private final int trackedKeys;
  private final long droppedSamples;

  /**
   * @param density see {@link MissRatioCurve#snapshot(double)}
   */
  CurveSnapshot(Shards shards, double reads, long range, long droppedSamples, double density) {
    this.distances = new DistanceHistogram(shards.distances());
    this.density = density;
    this.reads = reads;
    this.range = range;
    this.samplingRate = shards.rate();
    this.trackedKeys = shards.tracked();
    this.droppedSamples = droppedSamples;
  }

  /**
   * Returns the share of reads that an LRU cache of this size would have hit, from 0 to 1; 0 before
   * the first read.
   *
   * @param bytes bytes of memory; beyond {@link #range} the estimate is less certain
   */
  public double hitRatioAt(long bytes) {
    return ratio(distances.readsUpTo((long) (bytes * density)), hotReads(), reads);
  }

  /** As {@link #hitRatioAt}, with each read weighted by the bytes of its block. */
  public double byteHitRatioAt(long bytes) {
    // The size of the blocks missing in the sample is unknown; they are assumed to be of mean size.
    double meanBytes = distances.allBytes() / distances.allReads();
    return ratio(
        distances.bytesUpTo((long) (bytes * density)), hotReads() * meanBytes, reads * meanBytes);
  }

  /** Reads of a few hot blocks that the sample lacks, or has in excess. */
  private double hotReads() {
    return reads - distances.allReads();
  }

  private static double ratio(double found, double hot, double all) {
    return all > 0 ? Math.min(1, Math.max(0, (found + hot) / all)) : 0;
  }

  /**
   * Returns the curve from an eighth of a size to eight times it, in steps of a factor of two.
   *
   * @param bytes size of the cache
   */
  public List<Point> pointsAround(long bytes) {
    return Arrays.stream(FACTORS)
        .mapToLong(factor -> (long) (factor * bytes))
        .mapToObj(size -> new Point(size, hitRatioAt(size), byteHitRatioAt(size)))
        .toList();
  }

  /** Returns the largest size for which distances are kept, in bytes of blocks. */
  public long range() {
    return range;
  }

  /** Returns the number of reads, aged, that the curve represents. */
  public double reads() {
    return reads;
  }

  /** Returns the number of reads that the samples represent; {@link #reads} is the target. */
  double countedReads() {
    return distances.allReads();
  }

  /** Returns the bytes of the blocks of these reads. */
  double countedBytes() {
    return distances.allBytes();
  }

  /** Returns the share of keys that are sampled, more than 0 and at most 1. */
  public double samplingRate() {
    return samplingRate;
  }

  /** Returns the number of keys tracked. */
  public int trackedKeys() {
    return trackedKeys;
  }

  /** Returns the number of sampled reads since the start that were dropped because of load. */
  public long droppedSamples() {
    return droppedSamples;
  }
}

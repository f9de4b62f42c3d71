package io.strata.l2.curve;

import java.util.Arrays;
import java.util.List;

/** A miss-ratio curve at one moment. Immutable. */
public final class CurveSnapshot {
  private static final double[] FACTORS = {0.125, 0.25, 0.5, 1, 2, 4, 8};

  /**
   * Estimated ratios, each from 0 to 1.
   *
   * @param bytes the size of the cache
   * @param hitRatio the share of reads that would find their block
   * @param byteHitRatio the same, where each read counts as many times as its block has bytes
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
   * @param density as of {@link MissRatioCurve#snapshot(double)}
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
   * The share of reads that an LRU cache of a size would have hit, from 0 to 1; 0 before anything
   * was read.
   *
   * @param bytes of memory; beyond {@link #range} what was learned before is less certain
   */
  public double hitRatioAt(long bytes) {
    return ratio(distances.readsUpTo((long) (bytes * density)), hotReads(), reads);
  }

  /** As {@link #hitRatioAt}, but each read counts as many times as its block has bytes. */
  public double byteHitRatioAt(long bytes) {
    // Nothing is known of the blocks that the sample lacks: they are taken to be of mean size.
    double meanBytes = distances.allBytes() / distances.allReads();
    return ratio(
        distances.bytesUpTo((long) (bytes * density)), hotReads() * meanBytes, reads * meanBytes);
  }

  /** Reads that the sample lacks, or has too many: of the few blocks that are read most. */
  private double hotReads() {
    return reads - distances.allReads();
  }

  private static double ratio(double found, double hot, double all) {
    return all > 0 ? Math.min(1, Math.max(0, (found + hot) / all)) : 0;
  }

  /**
   * The curve from an eighth of a size to eight times it, each point at twice the size of the one
   * before.
   *
   * @param bytes the size of the cache
   */
  public List<Point> pointsAround(long bytes) {
    return Arrays.stream(FACTORS)
        .mapToLong(factor -> (long) (factor * bytes))
        .mapToObj(size -> new Point(size, hitRatioAt(size), byteHitRatioAt(size)))
        .toList();
  }

  /** Up to which size the curve is kept, in bytes of blocks. */
  public long range() {
    return range;
  }

  /** How many reads the curve is drawn from, those of which only some keys' are sampled, aged. */
  public double reads() {
    return reads;
  }

  /** How many reads the sampled ones stand for; {@link #reads} is what they should. */
  double countedReads() {
    return distances.allReads();
  }

  /** Bytes of the blocks of those. */
  double countedBytes() {
    return distances.allBytes();
  }

  /** The share of the keys that are sampled, over 0 and up to 1. */
  public double samplingRate() {
    return samplingRate;
  }

  /** How many keys are tracked. */
  public int trackedKeys() {
    return trackedKeys;
  }

  /** How many sampled reads were not counted since the start, because none had time to. */
  public long droppedSamples() {
    return droppedSamples;
  }
}

package io.strata.l2.pack;

import io.strata.l2.policy.MissCost;

/**
 * The measured costs of packing, unpacking and misses. Thread-safe without locks: each estimate is
 * one word that threads overwrite, and a lost update does not matter.
 *
 * <p>A miss costs a request and a transfer, as in {@link MissCost}; the mean time of the measured
 * misses covers both. Packing a block and unpacking it once costs a time per byte. The ratio of the
 * two, and the share of a block's bytes that packing frees, give the weight of packing in the order
 * of eviction.
 *
 * <p>Only packing tells what it costs, and that falls when the code is compiled or the machine is
 * less busy. So if packing does not pay, a block is packed now and then nevertheless.
 *
 * <p>Misses wait, so their mean counts. Packing and unpacking only compute: a duration far above
 * the others is one during which the processor ran another thread, so their median counts. It is
 * followed by small steps (Ma, Muthukrishnan and Sandler, "Frugal Streaming for Estimating
 * Quantiles", 2013).
 */
final class PackCosts {
  /** The weight of each new value in an exponential mean, and the step of a median. */
  private static final double SHARE = 1.0 / 16;

  /** The number of first values ignored, because the code is not compiled yet. */
  private static final int WARM_UP = 64;

  /**
   * Blocks that are packed only to measure the cost take about one of this many nanoseconds at
   * most: no measurement shows a thousandth, and blocks of 64 KB still give several values a
   * second.
   */
  private static final int PROBE_SHARE = 1_000;

  /** The initial value: {@link MissCost} assumes 4 ns per byte. */
  private static final double NANOS_PER_BYTE_OF_MISS = 4;

  /** The initial value: a packed block is expected to be half as long. */
  private static final double FREED_SHARE = 0.5;

  /** The initial values: those of LZ4 on a slow core. */
  private static final double PACK_NANOS_PER_BYTE = 3;

  private static final double UNPACK_NANOS_PER_BYTE = 0.7;

  private volatile double missNanosPerByte = NANOS_PER_BYTE_OF_MISS;
  private volatile double packNanosPerByte = PACK_NANOS_PER_BYTE;
  private volatile double unpackNanosPerByte = UNPACK_NANOS_PER_BYTE;
  private volatile double freedShare = FREED_SHARE;
  private volatile int weight = computeWeight();
  private volatile long nextProbe;

  /**
   * @param now current value of {@link System#nanoTime}
   */
  PackCosts(long now) {
    nextProbe = now;
  }

  /** Racy; need not be exact. */
  private int packed;

  private int unpacked;

  /**
   * Reports the duration of a miss, from the look-up to the insertion of the block.
   *
   * @param bytes length of the block
   */
  void noteMiss(long nanos, int bytes) {
    missNanosPerByte =
        mean(missNanosPerByte, (double) nanos / (MissCost.REQUEST_BYTES + (double) bytes));
    weight = computeWeight();
  }

  /**
   * Returns whether to pack a block whatever that costs.
   *
   * @param now current value of {@link System#nanoTime}
   */
  boolean isProbeDue(long now) {
    return now - nextProbe >= 0;
  }

  /**
   * Reports that a block is going to be packed.
   *
   * @param now current value of {@link System#nanoTime}
   * @param bytes length of the raw block
   */
  void willPack(long now, int bytes) {
    nextProbe = now + (long) (packNanosPerByte * bytes * PROBE_SHARE);
  }

  /**
   * Reports the duration and gain of packing a block.
   *
   * @param bytes length of the raw block
   * @param freedBytes bytes saved; 0 or less if the block did not shrink
   */
  void notePacked(long nanos, int bytes, int freedBytes) {
    if (packed < WARM_UP) {
      packed++;
      return;
    }
    packNanosPerByte = median(packNanosPerByte, (double) nanos / bytes);
    if (freedBytes > 0) {
      freedShare = mean(freedShare, Math.min(1, (double) freedBytes / bytes));
    }
    weight = computeWeight();
  }

  /** Reports the duration of unpacking a block with this many raw bytes. */
  void noteUnpacked(long nanos, int bytes) {
    if (unpacked < WARM_UP) {
      unpacked++;
      return;
    }
    unpackNanosPerByte = median(unpackNanosPerByte, (double) nanos / bytes);
  }

  private static double mean(double mean, double value) {
    return mean + (value - mean) * SHARE;
  }

  private static double median(double median, double value) {
    return value > median ? median * (1 + SHARE) : median / (1 + SHARE);
  }

  private int computeWeight() {
    double relative = (packNanosPerByte + unpackNanosPerByte) / missNanosPerByte;
    return (int)
        Math.max(1, Math.min(MissCost.MAX_WEIGHT, MissCost.MAX_WEIGHT * freedShare / relative));
  }

  /** Returns whether packing a block of this many bytes costs less than the misses it saves. */
  boolean pays(int bytes) {
    return weight > MissCost.weight(bytes);
  }

  /** Returns the factor by which packing a block is preferred to evicting one, 1 or more. */
  int weight() {
    return weight;
  }

  /** Returns the median time to pack a byte of a raw block, in nanoseconds. */
  double packNanosPerByte() {
    return packNanosPerByte;
  }

  /** Returns the median time to unpack a byte of a raw block, in nanoseconds. */
  double unpackNanosPerByte() {
    return unpackNanosPerByte;
  }

  /** Returns the mean ratio of packed to raw bytes, more than 0 and at most 1. */
  double packedShare() {
    return 1 - freedShare;
  }

  /** Returns the mean time of a miss per byte of block and request, in nanoseconds. */
  double missNanosPerByte() {
    return missNanosPerByte;
  }
}

package io.strata.l2.pack;

import io.strata.l2.policy.MissCost;

/**
 * What packing and unpacking cost beside a miss, each measured while the store is used.
 * Thread-safe: each mean is one word that threads overwrite; an update that is lost changes nothing
 * that the next one does not.
 *
 * <p>A miss is reckoned as {@link MissCost} does: a request and a transfer. The mean time of the
 * misses that were measured says how long both take. To pack a block and to unpack it once takes a
 * time for each byte. The ratio of the two, and the share of a block's bytes that packing frees,
 * give the weight of packing in the order in which blocks are evicted.
 */
final class PackCosts {
  /** Each new value changes a mean by this share of the difference. */
  private static final double SHARE = 1.0 / 16;

  /**
   * The first blocks are packed and unpacked by code that is not compiled yet: they do not count.
   */
  private static final int WARM_UP = 64;

  /** Until misses are measured: {@link MissCost}'s own 4 ns for a byte. */
  private static final double NANOS_PER_BYTE_OF_MISS = 4;

  /** Until a block was packed, a block is expected to become half as long. */
  private static final double FREED_SHARE = 0.5;

  /** Until blocks were packed and unpacked: what LZ4 takes on a slow core. */
  private static final double PACK_NANOS_PER_BYTE = 3;

  private static final double UNPACK_NANOS_PER_BYTE = 0.7;

  private volatile double missNanosPerByte = NANOS_PER_BYTE_OF_MISS;
  private volatile double packNanosPerByte = PACK_NANOS_PER_BYTE;
  private volatile double unpackNanosPerByte = UNPACK_NANOS_PER_BYTE;
  private volatile double freedShare = FREED_SHARE;
  private volatile int weight = computeWeight();

  /** Not exact when threads meet, which does not matter. */
  private int packed;

  private int unpacked;

  /**
   * Notes how long a miss took, from the look-up to the block's arrival.
   *
   * @param bytes of the block
   */
  void noteMiss(long nanos, int bytes) {
    missNanosPerByte =
        mean(missNanosPerByte, (double) nanos / (MissCost.REQUEST_BYTES + (double) bytes));
    weight = computeWeight();
  }

  /**
   * Notes how long packing a block took, and what it brought.
   *
   * @param bytes of the raw block
   * @param freedBytes of slots; 0 or less where the block did not become smaller
   */
  void notePacked(long nanos, int bytes, int freedBytes) {
    if (packed < WARM_UP) {
      packed++;
      return;
    }
    packNanosPerByte = mean(packNanosPerByte, (double) nanos / bytes);
    if (freedBytes > 0) {
      freedShare = mean(freedShare, Math.min(1, (double) freedBytes / bytes));
    }
    weight = computeWeight();
  }

  /** Notes how long unpacking a block of so many raw bytes took. */
  void noteUnpacked(long nanos, int bytes) {
    if (unpacked < WARM_UP) {
      unpacked++;
      return;
    }
    unpackNanosPerByte = mean(unpackNanosPerByte, (double) nanos / bytes);
  }

  private static double mean(double mean, double value) {
    return mean + (value - mean) * SHARE;
  }

  private int computeWeight() {
    double relative = (packNanosPerByte + unpackNanosPerByte) / missNanosPerByte;
    return (int)
        Math.max(1, Math.min(MissCost.MAX_WEIGHT, MissCost.MAX_WEIGHT * freedShare / relative));
  }

  /** Returns how many times its expected time a block counts that would be packed, 1 or more. */
  int weight() {
    return weight;
  }

  /** Returns the mean time of packing a byte of a raw block, in nanoseconds. */
  double packNanosPerByte() {
    return packNanosPerByte;
  }

  /** Returns the mean time of unpacking a byte of a raw block, in nanoseconds. */
  double unpackNanosPerByte() {
    return unpackNanosPerByte;
  }

  /**
   * Returns the mean of a packed block's bytes for each byte of the raw one, over 0 and up to 1.
   */
  double packedShare() {
    return 1 - freedShare;
  }

  /** Returns the mean time of a miss, in nanoseconds, for each byte and those of a request. */
  double missNanosPerByte() {
    return missNanosPerByte;
  }
}

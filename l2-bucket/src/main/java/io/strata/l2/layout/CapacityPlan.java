package io.strata.l2.layout;

import io.strata.l2.policy.GhostMemory;

/**
 * How a configured number of bytes is spent, to the last one: buckets (with the slots' headers in
 * them), the heads of the hash chains, the blocks that went and are remembered, and the blocks that
 * may be in flight to the writers.
 *
 * @param totalBytes what was configured
 * @param buckets how many buckets of {@link BucketLayout#BUCKET_BYTES}
 * @param heads how many hash chains, a power of two
 * @param remembered how many blocks that went the policy remembers, a power of two: as many as
 *     there were hash chains at first
 * @param inFlightBytes how many bytes of blocks may wait for a writer
 * @param madeBytes what was configured when the cache was made
 */
public record CapacityPlan(
    long totalBytes, int buckets, int heads, int remembered, long inFlightBytes, long madeBytes) {
  /** The least that makes a cache: fewer buckets would be fought over by the size classes. */
  public static final long MIN_BYTES = 8L * BucketLayout.BUCKET_BYTES;

  /** What the smallest cache has; chains and blocks in flight take less than one more. */
  private static final int FEWEST_BUCKETS = (int) (MIN_BYTES / BucketLayout.BUCKET_BYTES) - 1;

  /** Bytes of the head of one hash chain. */
  public static final int HEAD_BYTES = 8;

  /** The size of block that most files have, in bytes. */
  public static final int USUAL_BLOCK_BYTES = 64 << 10;

  /** So many chains for each block of the expected size: blocks may be that much smaller. */
  private static final int HEADS_PER_BLOCK = 8;

  private static final int MIN_BYTES_PER_HEAD = 1 << 10;

  private static final int MAX_HEADS = 1 << 27;

  /**
   * The heads of a cache that grew take at most this share of the bytes that it was made with: they
   * stay when it shrinks again, and that size must still make a cache.
   */
  private static final int GROWN_HEADS_SHARE = 16;

  /** A chain may come to have so many blocks of the expected size. */
  private static final int MAX_BLOCKS_IN_CHAIN = 8;

  /** Queues longer than this share of the whole would take more from hits than they give. */
  private static final int IN_FLIGHT_SHARE = 256;

  /** A plan for a cache that is made with so many bytes. */
  public CapacityPlan(long totalBytes, int buckets, int heads, long inFlightBytes) {
    this(totalBytes, buckets, heads, heads, inFlightBytes, totalBytes);
  }

  /** Bytes of the buckets. */
  public long bucketBytes() {
    return (long) buckets * BucketLayout.BUCKET_BYTES;
  }

  /** Bytes of all but the buckets. */
  public long otherBytes() {
    return totalBytes - bucketBytes();
  }

  /** Bytes of the hash chains' heads, and of what the policy remembers. */
  public long tableBytes() {
    return tableBytes(heads, remembered);
  }

  /** As {@link #tableBytes()}, of a cache that is made with so many chains. */
  public static long tableBytes(int heads) {
    return tableBytes(heads, heads);
  }

  private static long tableBytes(int heads, int remembered) {
    return (long) heads * HEAD_BYTES + GhostMemory.bytes(remembered);
  }

  /** Plans for a size, and blocks of {@link #USUAL_BLOCK_BYTES}. */
  public static CapacityPlan of(long totalBytes) {
    return of(totalBytes, USUAL_BLOCK_BYTES);
  }

  /**
   * Plans for a size.
   *
   * @param totalBytes at least {@link #MIN_BYTES}
   * @param blockBytes the size that blocks are expected to have; smaller ones are found a little
   *     slower, larger ones leave heads unused
   * @throws IllegalArgumentException when it is less, or more than handles can name
   */
  public static CapacityPlan of(long totalBytes, int blockBytes) {
    if (totalBytes < MIN_BYTES) {
      throw new IllegalArgumentException(
          "A cache of " + totalBytes + " bytes is too small: give at least " + MIN_BYTES + ".");
    }
    long bytesPerHead = Math.max(MIN_BYTES_PER_HEAD, blockBytes / HEADS_PER_BLOCK);
    int heads =
        (int) Math.min(MAX_HEADS, Long.highestOneBit(Math.max(1, totalBytes / bytesPerHead)));
    return withHeads(totalBytes, heads, heads, totalBytes);
  }

  /**
   * Plans for another size. The hash chains grow with it and stay when it shrinks.
   *
   * @param bytes at least {@link #MIN_BYTES}, and enough for as many buckets as the smallest cache
   *     has besides the chains: what a cache was made with is always enough
   * @throws IllegalArgumentException when it is less, or more than handles can name, or so much
   *     more than the cache was made with that its hash chains would be long
   */
  public CapacityPlan resized(long bytes) {
    return resized(bytes, 0);
  }

  /**
   * As {@link #resized(long)}, of a cache that has bytes of its size elsewhere.
   *
   * @param bytes with those
   * @param beside how many these are
   */
  public CapacityPlan resized(long bytes, long beside) {
    long own = bytes - beside;
    requireShortChains(own);
    int next = Math.max(heads, Math.min(maxHeads(), headsFor(own)));
    long least = leastWithHeads(next, remembered);
    if (own < least) {
      throw new IllegalArgumentException(
          "A cache of "
              + (totalBytes + beside)
              + " bytes cannot shrink to "
              + bytes
              + ": give at least "
              + (least + beside)
              + ".");
    }
    CapacityPlan plan = withHeads(own, next, remembered, madeBytes);
    // Growth costs no bucket: where it is too small to pay for the heads, they come with the next.
    while (own > totalBytes && plan.buckets < buckets && next > heads) {
      next /= 2;
      plan = withHeads(own, next, remembered, madeBytes);
    }
    return plan;
  }

  /** A plan for a cache that has so many buckets less, and all else. */
  public CapacityPlan without(int missing) {
    long fewer = totalBytes - (long) missing * BucketLayout.BUCKET_BYTES;
    return new CapacityPlan(fewer, buckets - missing, heads, remembered, inFlightBytes, madeBytes);
  }

  /** As many for each byte as when the cache was made. */
  private int headsFor(long bytes) {
    long growth = Math.min(MAX_HEADS, bytes / madeBytes);
    return (int) Math.min(MAX_HEADS, Long.highestOneBit(Math.max(1, remembered * growth)));
  }

  /** The most chains that the cache may come to have. */
  private int maxHeads() {
    long affordable = Long.highestOneBit(madeBytes / GROWN_HEADS_SHARE / HEAD_BYTES);
    return (int) Math.min(MAX_HEADS, Math.max(remembered, affordable));
  }

  private void requireShortChains(long bytes) {
    long most = madeBytes / remembered * (HEADS_PER_BLOCK * MAX_BLOCKS_IN_CHAIN) * maxHeads();
    if (bytes > Math.max(most, totalBytes)) {
      throw new IllegalArgumentException(
          ("A cache of %d bytes cannot grow to %d, for it was made with %d and its hash chains would"
                  + " have more than %d blocks: give at most %d, or start it larger.")
              .formatted(totalBytes, bytes, madeBytes, MAX_BLOCKS_IN_CHAIN, most));
    }
  }

  private static long leastWithHeads(int heads, int remembered) {
    long spent = (long) FEWEST_BUCKETS * BucketLayout.BUCKET_BYTES + tableBytes(heads, remembered);
    // A share of the whole is for blocks in flight, so the rest has to be that much more.
    long all = (spent * IN_FLIGHT_SHARE + IN_FLIGHT_SHARE - 2) / (IN_FLIGHT_SHARE - 1);
    return Math.max(MIN_BYTES, all);
  }

  private static CapacityPlan withHeads(
      long totalBytes, int heads, int remembered, long madeBytes) {
    long inFlight = totalBytes / IN_FLIGHT_SHARE;
    long forBuckets = totalBytes - tableBytes(heads, remembered) - inFlight;
    long buckets = forBuckets / BucketLayout.BUCKET_BYTES;
    if (buckets > Handle.MAX_BUCKETS) {
      throw new IllegalArgumentException(
          "A cache of " + totalBytes + " bytes is too large: give fewer than 4 TiB.");
    }
    // What does not make a whole bucket lets more blocks be in flight.
    inFlight += forBuckets - buckets * BucketLayout.BUCKET_BYTES;
    return new CapacityPlan(totalBytes, (int) buckets, heads, remembered, inFlight, madeBytes);
  }
}

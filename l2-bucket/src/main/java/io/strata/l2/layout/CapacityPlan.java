package io.strata.l2.layout;

import io.strata.l2.policy.GhostMemory;

/**
 * How the configured bytes are divided: buckets (including the slots' headers), the heads of the
 * hash chains, ghost entries of the policy, and blocks in flight to the writers. The shares add up
 * to the configured bytes exactly.
 *
 * @param totalBytes the configured bytes
 * @param buckets number of buckets of {@link BucketLayout#BUCKET_BYTES}
 * @param heads number of hash chains, a power of two
 * @param ghosts number of ghost entries, a power of two: the initial number of hash chains
 * @param inFlightBytes bytes of blocks that may wait for a writer
 * @param initialBytes the bytes configured when the cache was created
 */
public record CapacityPlan(
    long totalBytes, int buckets, int heads, int ghosts, long inFlightBytes, long initialBytes) {
  /** The minimum size; with fewer buckets the size classes would compete for each of them. */
  public static final long MIN_BYTES = 32L << 20;

  /** Buckets of the smallest cache; chains and blocks in flight take less than one more. */
  private static final int MIN_BUCKETS = (int) (MIN_BYTES / BucketLayout.BUCKET_BYTES) - 1;

  /** Bytes of the head of one hash chain. */
  public static final int HEAD_BYTES = 8;

  /** The default size of HBase's blocks, in bytes. */
  public static final int USUAL_BLOCK_BYTES = 64 << 10;

  /** Chains for each block of the expected size: blocks may be smaller by this factor. */
  private static final int HEADS_PER_BLOCK = 8;

  private static final int MIN_BYTES_PER_HEAD = 1 << 10;

  private static final int MAX_HEADS = 1 << 27;

  /**
   * The heads of a cache that grew take at most this fraction of its initial bytes: they stay when
   * it shrinks again, and must fit into the initial size.
   */
  private static final int GROWN_HEADS_SHARE = 16;

  /** The maximum average length of a chain, in blocks of the expected size. */
  private static final int MAX_BLOCKS_IN_CHAIN = 8;

  /** The fraction of the cache for blocks in flight; more would cost more hits than it gains. */
  private static final int IN_FLIGHT_SHARE = 256;

  /** Creates the plan of a new cache. */
  public CapacityPlan(long totalBytes, int buckets, int heads, long inFlightBytes) {
    this(totalBytes, buckets, heads, heads, inFlightBytes, totalBytes);
  }

  /** Returns the bytes of the buckets. */
  public long bucketBytes() {
    return (long) buckets * BucketLayout.BUCKET_BYTES;
  }

  /** Returns the bytes of everything but the buckets. */
  public long otherBytes() {
    return totalBytes - bucketBytes();
  }

  /** Returns the bytes of the hash chains' heads and of the ghost entries. */
  public long tableBytes() {
    return tableBytes(heads, ghosts);
  }

  /** Returns {@link #tableBytes()} of a new cache with this number of chains. */
  public static long tableBytes(int heads) {
    return tableBytes(heads, heads);
  }

  private static long tableBytes(int heads, int ghosts) {
    return (long) heads * HEAD_BYTES + GhostMemory.bytes(ghosts);
  }

  /** Plans a new cache for blocks of {@link #USUAL_BLOCK_BYTES}. */
  public static CapacityPlan of(long totalBytes) {
    return of(totalBytes, USUAL_BLOCK_BYTES);
  }

  /**
   * Plans a new cache.
   *
   * @param totalBytes at least {@link #MIN_BYTES}
   * @param blockBytes the expected size of a block; smaller blocks make lookups slightly slower,
   *     larger ones leave heads unused
   * @throws IllegalArgumentException when the size is too small, or larger than handles can address
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
   * Plans a resize. The number of hash chains grows with the size and stays when it shrinks.
   *
   * @param bytes at least {@link #MIN_BYTES}, and enough for the minimum of buckets beside the
   *     chains; the initial size is always enough
   * @throws IllegalArgumentException when the size is too small, larger than handles can address,
   *     or larger than initially by a factor that makes hash chains long
   */
  public CapacityPlan resized(long bytes) {
    return resized(bytes, 0);
  }

  /**
   * Plans a resize as {@link #resized(long)} does, of a cache that has a part of its bytes
   * elsewhere.
   *
   * @param bytes including that part
   * @param beside the bytes of that part
   */
  public CapacityPlan resized(long bytes, long beside) {
    long own = bytes - beside;
    requireShortChains(own);
    int next = Math.max(heads, Math.min(maxHeads(), headsFor(own)));
    long min = minWithHeads(next, ghosts);
    if (own < min) {
      throw new IllegalArgumentException(
          "A cache of "
              + (totalBytes + beside)
              + " bytes cannot shrink to "
              + bytes
              + ": give at least "
              + (min + beside)
              + ".");
    }
    CapacityPlan plan = withHeads(own, next, ghosts, initialBytes);
    // Growth never costs a bucket: if it cannot pay for more heads, a later growth adds them.
    while (own > totalBytes && plan.buckets < buckets && next > heads) {
      next /= 2;
      plan = withHeads(own, next, ghosts, initialBytes);
    }
    return plan;
  }

  /** Returns the plan of a cache with fewer buckets and otherwise the same. */
  public CapacityPlan without(int missing) {
    long fewer = totalBytes - (long) missing * BucketLayout.BUCKET_BYTES;
    return new CapacityPlan(fewer, buckets - missing, heads, ghosts, inFlightBytes, initialBytes);
  }

  /** Returns as many heads for each byte as initially. */
  private int headsFor(long bytes) {
    long growth = Math.min(MAX_HEADS, bytes / initialBytes);
    return (int) Math.min(MAX_HEADS, Long.highestOneBit(Math.max(1, ghosts * growth)));
  }

  /** Returns the maximum number of heads to which this cache can grow. */
  private int maxHeads() {
    long affordable = Long.highestOneBit(initialBytes / GROWN_HEADS_SHARE / HEAD_BYTES);
    return (int) Math.min(MAX_HEADS, Math.max(ghosts, affordable));
  }

  private void requireShortChains(long bytes) {
    long max = initialBytes / ghosts * (HEADS_PER_BLOCK * MAX_BLOCKS_IN_CHAIN) * maxHeads();
    if (bytes > Math.max(max, totalBytes)) {
      throw new IllegalArgumentException(
          ("A cache of %d bytes cannot grow to %d: it was created with %d, and its hash chains"
                  + " would have more than %d blocks. Give at most %d, or start it larger.")
              .formatted(totalBytes, bytes, initialBytes, MAX_BLOCKS_IN_CHAIN, max));
    }
  }

  private static long minWithHeads(int heads, int ghosts) {
    long spent = (long) MIN_BUCKETS * BucketLayout.BUCKET_BYTES + tableBytes(heads, ghosts);
    // Blocks in flight take a fraction of the total, so the total is larger by that.
    long all = (spent * IN_FLIGHT_SHARE + IN_FLIGHT_SHARE - 2) / (IN_FLIGHT_SHARE - 1);
    return Math.max(MIN_BYTES, all);
  }

  private static CapacityPlan withHeads(long totalBytes, int heads, int ghosts, long initialBytes) {
    long inFlight = totalBytes / IN_FLIGHT_SHARE;
    long forBuckets = totalBytes - tableBytes(heads, ghosts) - inFlight;
    long buckets = forBuckets / BucketLayout.BUCKET_BYTES;
    if (buckets > Handle.MAX_BUCKETS) {
      throw new IllegalArgumentException(
          "A cache of " + totalBytes + " bytes is too large: give fewer than 4 TiB.");
    }
    // The remainder that fills no bucket is added to the bytes in flight.
    inFlight += forBuckets - buckets * BucketLayout.BUCKET_BYTES;
    return new CapacityPlan(totalBytes, (int) buckets, heads, ghosts, inFlight, initialBytes);
  }
}

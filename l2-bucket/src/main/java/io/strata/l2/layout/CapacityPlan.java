package io.strata.l2.layout;

/**
 * How a configured number of bytes is spent, to the last one: buckets (with the slots' headers in
 * them), the heads of the hash chains, and the blocks that may be in flight to the writers.
 *
 * @param totalBytes what was configured
 * @param buckets how many buckets of {@link BucketLayout#BUCKET_BYTES}
 * @param heads how many hash chains, a power of two
 * @param inFlightBytes how many bytes of blocks may wait for a writer
 */
public record CapacityPlan(long totalBytes, int buckets, int heads, long inFlightBytes) {
  /** The least that makes a cache: fewer buckets would be fought over by the size classes. */
  public static final long MIN_BYTES = 8L * BucketLayout.BUCKET_BYTES;

  /** Bytes of the head of one hash chain. */
  public static final int HEAD_BYTES = 8;

  /** The size of block that most files have, in bytes. */
  public static final int USUAL_BLOCK_BYTES = 64 << 10;

  /** So many chains for each block of the expected size: blocks may be that much smaller. */
  private static final int HEADS_PER_BLOCK = 8;

  private static final int MIN_BYTES_PER_HEAD = 1 << 10;

  private static final int MAX_HEADS = 1 << 27;

  /** Queues longer than this share of the whole would take more from hits than they give. */
  private static final int IN_FLIGHT_SHARE = 256;

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
    return withHeads(totalBytes, heads);
  }

  /**
   * Plans for another size, with as many hash chains: those cannot be moved while they are walked.
   *
   * @param bytes at least {@link #MIN_BYTES}, and enough for one bucket besides the chains
   * @throws IllegalArgumentException when it is less, or more than handles can name
   */
  public CapacityPlan resized(long bytes) {
    if (bytes < MIN_BYTES || bytes < (long) heads * HEAD_BYTES + MIN_BYTES) {
      throw new IllegalArgumentException(
          "A cache of "
              + totalBytes
              + " bytes cannot shrink to "
              + bytes
              + ": give at least "
              + (MIN_BYTES + (long) heads * HEAD_BYTES)
              + ".");
    }
    return withHeads(bytes, heads);
  }

  private static CapacityPlan withHeads(long totalBytes, int heads) {
    long inFlight = totalBytes / IN_FLIGHT_SHARE;
    long forBuckets = totalBytes - (long) heads * HEAD_BYTES - inFlight;
    long buckets = forBuckets / BucketLayout.BUCKET_BYTES;
    if (buckets > Handle.MAX_BUCKETS) {
      throw new IllegalArgumentException(
          "A cache of " + totalBytes + " bytes is too large: give fewer than 4 TiB.");
    }
    // What does not make a whole bucket lets more blocks be in flight.
    inFlight += forBuckets - buckets * BucketLayout.BUCKET_BYTES;
    return new CapacityPlan(totalBytes, (int) buckets, heads, inFlight);
  }
}

package io.strata.l2.layout;

/**
 * The format of a bucket: headers first, slots behind them.
 *
 * <pre>
 * | header 0 | header 1 | ... | header n-1 | (headers of earlier formats) | slot 0 | slot 1 | ... |
 * </pre>
 *
 * A bucket that is formatted again for fewer, larger slots keeps the memory of its former headers.
 * So memory that was once a header never becomes block memory, and a reader that follows a stale
 * link always finds a header. Pure arithmetic.
 */
public final class BucketLayout {
  /**
   * Bytes of a bucket: 2 MB, and what makes the usual blocks fit and the processor's caches work.
   *
   * <ul>
   *   <li>HBase ends a block with the row that exceeds its size, usually a power of two. The bytes
   *       beyond 2 MB hold the headers and these rows, of 1 KB in each of 32 blocks of 64 KB.
   *   <li>Buckets lie one behind another, and each hit and each sample reads a header. An odd
   *       multiple of half a page puts the first headers of neighbours into different sets of each
   *       cache of the processor, also if the kernel uses pages of 2 MB. At multiples of 2 MB they
   *       would share the same few sets.
   * </ul>
   */
  public static final int BUCKET_BYTES = (2 << 20) + (38 << 10);

  /** Slots begin and end at multiples of this, the size of a cache line. */
  public static final int ALIGNMENT = 64;

  /** The smallest slot, in bytes. */
  public static final int MIN_SLOT_BYTES = 1 << 10;

  /** The largest slot, in bytes: one that fills a bucket. */
  public static final int MAX_SLOT_BYTES = BUCKET_BYTES - Header.BYTES;

  /**
   * Headers to allow for when slot sizes are chosen: a bucket that was formatted before into this
   * many slots or fewer still holds as many slots as planned.
   */
  private static final int HEADERS_ALLOWED = 64;

  private BucketLayout() {}

  /**
   * Returns how many slots fit into a bucket.
   *
   * @param earlierHeaders headers that the bucket has from earlier formats
   */
  public static int slots(int slotBytes, int earlierHeaders) {
    int whenHeadersGrow = BUCKET_BYTES / (slotBytes + Header.BYTES);
    int behindEarlierHeaders = (BUCKET_BYTES - earlierHeaders * Header.BYTES) / slotBytes;
    return Math.min(whenHeadersGrow, behindEarlierHeaders);
  }

  /** Returns where the slot begins, in bytes from the start of the bucket. */
  public static int slotAddress(int slot, int slotBytes, int headers) {
    return headers * Header.BYTES + slot * slotBytes;
  }

  /** Returns how many slots fit into a bucket that may have been formatted before. */
  public static int usualSlots(int slotBytes) {
    return Math.max(1, slots(slotBytes, HEADERS_ALLOWED));
  }

  /** Returns the largest slot size of which as many fit into a bucket as of this size. */
  public static int widest(int slotBytes) {
    return widestOf(usualSlots(slotBytes));
  }

  /** Returns the largest slot size of which this many fit into a bucket. */
  public static int widestOf(int slots) {
    int headers = Math.max(slots, HEADERS_ALLOWED) * Header.BYTES;
    return (BUCKET_BYTES - headers) / slots / ALIGNMENT * ALIGNMENT;
  }

  /** Rounds up to a multiple of {@link #ALIGNMENT}. */
  public static int align(int bytes) {
    return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
  }
}

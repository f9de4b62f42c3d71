package io.strata.l2.layout;

/**
 * How a bucket is formatted: headers first, slots behind them.
 *
 * <pre>
 * | header 0 | header 1 | ... | header n-1 | (headers of earlier formats) | slot 0 | slot 1 | ... |
 * </pre>
 *
 * A bucket that once had more headers keeps that room when it is formatted into fewer, larger slots, so
 * that no byte that was a header is ever block memory afterwards: a reader that follows a link
 * which was true a moment ago must find a header there. Pure arithmetic.
 */
public final class BucketLayout {
  /** Bytes of a bucket. */
  public static final int BUCKET_BYTES = 4 << 20;

  /** Slots begin and end at multiples of this, a cache line. */
  public static final int ALIGNMENT = 64;

  /** The smallest slot, in bytes. */
  public static final int MIN_SLOT_BYTES = 1 << 10;

  /** The largest slot, in bytes: one that has a bucket to itself. */
  public static final int MAX_SLOT_BYTES = BUCKET_BYTES - Header.BYTES;

  /**
   * Room for so many headers is allowed for where the size of a slot is chosen: a bucket that was
   * formatted into so many slots before still holds as many as were reckoned with.
   */
  private static final int HEADERS_ALLOWED = 128;

  private BucketLayout() {}

  /** How many slots of a size fit behind their headers, of which there is room for some already. */
  public static int slots(int slotBytes, int earlierHeaders) {
    int whenHeadersGrow = BUCKET_BYTES / (slotBytes + Header.BYTES);
    int behindEarlierHeaders = (BUCKET_BYTES - earlierHeaders * Header.BYTES) / slotBytes;
    return Math.min(whenHeadersGrow, behindEarlierHeaders);
  }

  /** Where slot {@code slot} begins, in bytes from the bucket's start. */
  public static int place(int slot, int slotBytes, int headers) {
    return headers * Header.BYTES + slot * slotBytes;
  }

  /** How many slots of a size fit into a bucket that may have been formatted before. */
  public static int usualSlots(int slotBytes) {
    return Math.max(1, slots(slotBytes, HEADERS_ALLOWED));
  }

  /**
   * The largest slot size of which as many fit into a bucket, which may have been formatted before, as of
   * {@code slotBytes}.
   */
  public static int widest(int slotBytes) {
    return widestOf(usualSlots(slotBytes));
  }

  /** The largest slot size of which so many fit into a bucket that may have been formatted before. */
  public static int widestOf(int slots) {
    int headers = Math.max(slots, HEADERS_ALLOWED) * Header.BYTES;
    return (BUCKET_BYTES - headers) / slots / ALIGNMENT * ALIGNMENT;
  }

  /** The next multiple of {@link #ALIGNMENT}. */
  public static int align(int bytes) {
    return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
  }
}

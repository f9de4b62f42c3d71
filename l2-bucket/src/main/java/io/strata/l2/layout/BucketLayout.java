package io.strata.l2.layout;

/**
 * How a bucket is cut: headers first, slots behind them.
 *
 * <pre>
 * | header 0 | header 1 | ... | header n-1 | (headers of earlier cuts) | slot 0 | slot 1 | ... |
 * </pre>
 *
 * A bucket that once had more headers keeps that room when it is cut into fewer, larger slots, so
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

  /** The largest slot size of which as many fit into a fresh bucket as of {@code slotBytes}. */
  public static int widest(int slotBytes) {
    int slots = slots(slotBytes, 0);
    int room = BUCKET_BYTES / slots - Header.BYTES;
    return Math.max(slotBytes, room / ALIGNMENT * ALIGNMENT);
  }

  /** The next multiple of {@link #ALIGNMENT}. */
  public static int align(int bytes) {
    return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
  }
}

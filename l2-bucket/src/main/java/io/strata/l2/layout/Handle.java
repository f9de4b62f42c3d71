package io.strata.l2.layout;

/**
 * Names a slot: the bucket in the upper 20 bits, the slot in it in the lower 12. Pure arithmetic.
 */
public final class Handle {
  /** No slot. */
  public static final int NONE = -1;

  /** The most slots that a bucket can be formatted into. */
  public static final int MAX_SLOTS = 1 << 12;

  /**
   * The most buckets that handles can name; the last handle of the last one would be {@link #NONE}.
   */
  public static final int MAX_BUCKETS = (1 << 20) - 1;

  private static final int SLOT_BITS = 12;

  private Handle() {}

  public static int of(int bucket, int slot) {
    return bucket << SLOT_BITS | slot;
  }

  public static int bucket(int handle) {
    return handle >>> SLOT_BITS;
  }

  public static int slot(int handle) {
    return handle & (MAX_SLOTS - 1);
  }

  /** A handle in words. */
  public static String name(int handle) {
    return handle == NONE ? "no slot" : "slot " + slot(handle) + " of bucket " + bucket(handle);
  }

  /** Where in its bucket, in bytes, the header of the slot begins. */
  public static int header(int handle) {
    return slot(handle) * Header.BYTES;
  }
}

package io.strata.l2.layout;

/**
 * The address of a slot: the bucket's number in the upper 21 bits, the slot's in the lower 11. Pure
 * arithmetic.
 */
public final class Handle {
  /** No slot. */
  public static final int NONE = -1;

  /** The maximum number of slots in a bucket. */
  public static final int MAX_SLOTS = 1 << 11;

  /** The maximum number of buckets; one more, and its last handle would be {@link #NONE}. */
  public static final int MAX_BUCKETS = (1 << 21) - 1;

  private static final int SLOT_BITS = 11;

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

  /** Returns a handle as text for messages. */
  public static String name(int handle) {
    return handle == NONE ? "no slot" : "slot " + slot(handle) + " of bucket " + bucket(handle);
  }

  /** Returns where the slot's header begins, in bytes from the start of its bucket. */
  public static int header(int handle) {
    return slot(handle) * Header.BYTES;
  }
}

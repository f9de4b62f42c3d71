package io.strata.flash.layout;

/**
 * The address of a stored block, packed into one word. Stateless.
 *
 * <pre>
 *  63                    38 37                19 18                 0
 * +------------------------+--------------------+--------------------+
 * |   region, of all       | position, in units | length, in units   |
 * +------------------------+--------------------+--------------------+
 * </pre>
 *
 * The length is that of the stored block including its header, so no address equals {@link #NONE}.
 */
public final class FlashAddress {
  /** No address. */
  public static final long NONE = 0;

  /** The alignment of blocks in bytes. */
  public static final int UNIT = 64;

  /** The maximum number of regions, of all devices together. */
  public static final int MAX_REGIONS = 1 << 26;

  private static final int BITS = 19;
  private static final int MASK = (1 << BITS) - 1;
  private static final int REGION_SHIFT = 2 * BITS;

  /** The maximum size of a region in bytes. */
  public static final int MAX_REGION_BYTES = UNIT << BITS;

  private FlashAddress() {}

  /**
   * Packs an address.
   *
   * @param region 0 to {@link #MAX_REGIONS} - 1
   * @param position in the region in bytes, a multiple of {@link #UNIT}
   * @param bytes a positive multiple of {@link #UNIT}
   */
  public static long of(int region, int position, int bytes) {
    return (long) region << REGION_SHIFT | (long) (position / UNIT) << BITS | bytes / UNIT;
  }

  public static int region(long address) {
    return (int) (address >>> REGION_SHIFT);
  }

  /** Returns the offset from the start of the region, in bytes. */
  public static int position(long address) {
    return ((int) (address >>> BITS) & MASK) * UNIT;
  }

  /** Returns the stored length of the block including its header, in bytes. */
  public static int bytes(long address) {
    return ((int) address & MASK) * UNIT;
  }

  /** Rounds up to a multiple of {@link #UNIT}. */
  public static int roundUp(int bytes) {
    return (bytes + UNIT - 1) / UNIT * UNIT;
  }
}

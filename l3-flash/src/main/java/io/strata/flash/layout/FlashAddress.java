package io.strata.flash.layout;

/**
 * Where a block lies, in one word. Pure arithmetic, no state.
 *
 * <pre>
 *  63                    38 37                19 18                 0
 * +------------------------+--------------------+--------------------+
 * |   region, of all       | position, in units | length, in units   |
 * +------------------------+--------------------+--------------------+
 * </pre>
 *
 * The length is that of all that is stored for the block, its header included, so no place is
 * {@link #NONE}.
 */
public final class FlashAddress {
  /** No place. */
  public static final long NONE = 0;

  /** Bytes of a unit: blocks begin at multiples of it. */
  public static final int UNIT = 64;

  /** The most regions that there can be, on all devices together. */
  public static final int MAX_REGIONS = 1 << 26;

  private static final int BITS = 19;
  private static final int MASK = (1 << BITS) - 1;
  private static final int REGION_SHIFT = 2 * BITS;

  /** The largest region in bytes. */
  public static final int MAX_REGION_BYTES = UNIT << BITS;

  private FlashAddress() {}

  /**
   * The word of a place.
   *
   * @param region from 0 to {@link #MAX_REGIONS} - 1
   * @param position in the region, a multiple of {@link #UNIT}
   * @param bytes a multiple of {@link #UNIT}, at least one
   */
  public static long of(int region, int position, int bytes) {
    return (long) region << REGION_SHIFT | (long) (position / UNIT) << BITS | bytes / UNIT;
  }

  public static int region(long place) {
    return (int) (place >>> REGION_SHIFT);
  }

  /** Bytes from the beginning of the region. */
  public static int position(long place) {
    return ((int) (place >>> BITS) & MASK) * UNIT;
  }

  /** Bytes of all that is stored for the block. */
  public static int bytes(long place) {
    return ((int) place & MASK) * UNIT;
  }

  /** The next multiple of {@link #UNIT}. */
  public static int roundUp(int bytes) {
    return (bytes + UNIT - 1) / UNIT * UNIT;
  }
}

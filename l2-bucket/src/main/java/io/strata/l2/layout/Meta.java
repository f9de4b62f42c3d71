package io.strata.l2.layout;

/**
 * The one word that says everything about a slot that changes while others look at it.
 *
 * <pre>
 *  63                    32 31    30   29  28 27  26   24  23                   0
 * +------------------------+--------+-----+------+-------+----------------------+
 * |       generation       | unused | mem | freq | state |         pins         |
 * +------------------------+--------+-----+------+-------+----------------------+
 * </pre>
 *
 * The generation changes whenever the slot changes hands, so that a compare-and-set of the whole
 * word proves that the slot still holds the block that it held when the word was read. Pure
 * arithmetic, no state.
 */
public final class Meta {
  /** Nobody's; on a free stack or surrendered with its bucket. */
  public static final int FREE = 0;

  /** One thread's, which writes a block into it. */
  public static final int FILLING = 1;

  /** Holds a block that readers may pin. */
  public static final int VISIBLE = 2;

  /** Evicted, and still pinned; nobody can pin it any more. The last to unpin it frees it. */
  public static final int DOOMED = 3;

  /**
   * Holds a part of a block and belongs to the block's first slot, with which it comes and goes.
   */
  public static final int PART = 4;

  /** The highest number of pins that one slot can carry. */
  public static final int MAX_PINS = (1 << 24) - 1;

  /** The highest frequency that a slot counts to. */
  public static final int MAX_FREQUENCY = 3;

  private static final int STATE_SHIFT = 24;
  private static final int FREQUENCY_SHIFT = 27;
  private static final long PIN_MASK = MAX_PINS;
  private static final long STATE_MASK = 7L << STATE_SHIFT;
  private static final long FREQUENCY_ONE = 1L << FREQUENCY_SHIFT;
  private static final long FREQUENCY_MASK = (long) MAX_FREQUENCY << FREQUENCY_SHIFT;
  private static final long IN_MEMORY = 1L << 29;
  private static final long GENERATION_ONE = 1L << 32;
  private static final long GENERATION_MASK = -1L << 32;
  private static final long VISIBLE_BITS = (long) VISIBLE << STATE_SHIFT;
  private static final long DOOMED_BITS = (long) DOOMED << STATE_SHIFT;

  private Meta() {}

  public static int state(long meta) {
    return (int) ((meta & STATE_MASK) >>> STATE_SHIFT);
  }

  public static boolean isVisible(long meta) {
    return (meta & STATE_MASK) == VISIBLE_BITS;
  }

  public static int pins(long meta) {
    return (int) (meta & PIN_MASK);
  }

  public static int frequency(long meta) {
    return (int) ((meta & FREQUENCY_MASK) >>> FREQUENCY_SHIFT);
  }

  public static boolean isInMemory(long meta) {
    return (meta & IN_MEMORY) != 0;
  }

  public static int generation(long meta) {
    return (int) (meta >>> 32);
  }

  /** One pin more. */
  public static long pinned(long meta) {
    return meta + 1;
  }

  /** One pin more, and one read more, as far as the frequency counts. */
  public static long pinnedByRead(long meta) {
    long more = meta + 1;
    return (meta & FREQUENCY_MASK) == FREQUENCY_MASK ? more : more + FREQUENCY_ONE;
  }

  /** One read less; the caller knows that the frequency is not zero. */
  public static long aged(long meta) {
    return meta - FREQUENCY_ONE;
  }

  /** Evicted, with one more pin, which is the evicting thread's own. */
  public static long doomed(long meta) {
    return ((meta & ~STATE_MASK) | DOOMED_BITS) + 1;
  }

  /** Whether an unpin that found this word has let go of the last pin of an evicted slot. */
  public static boolean isLastPinOfDoomed(long before) {
    return (before & (STATE_MASK | PIN_MASK)) == (DOOMED_BITS | 1);
  }

  /** Free, in the generation after this one. */
  public static long freed(long meta) {
    return (meta & GENERATION_MASK) + GENERATION_ONE;
  }

  /** One thread's to fill, in the generation after this one. */
  public static long filling(long meta) {
    return freed(meta) | ((long) FILLING << STATE_SHIFT);
  }

  /** A part of another slot's block; the caller fills it. */
  public static long part(long meta) {
    return (meta & GENERATION_MASK) | ((long) PART << STATE_SHIFT);
  }

  /** Readable, unpinned, and worth what the block of another meta word is worth. */
  public static long visibleAs(long meta, long other) {
    return (meta & GENERATION_MASK) | VISIBLE_BITS | (other & (FREQUENCY_MASK | IN_MEMORY));
  }

  /** Readable, unpinned. A block of an in-memory family starts as if it had been read often. */
  public static long visible(long meta, boolean inMemory) {
    long readable = (meta & GENERATION_MASK) | VISIBLE_BITS;
    return inMemory ? readable | IN_MEMORY | FREQUENCY_MASK : readable;
  }
}

package io.strata.l2.layout;

import io.strata.l2.policy.Policy;

/**
 * The one word that says everything about a slot that changes while others look at it.
 *
 * <pre>
 *  63                      41 40          21 20   18 17                 0
 * +--------------------------+--------------+-------+--------------------+
 * |           mark           |  generation  | state |        pins        |
 * +--------------------------+--------------+-------+--------------------+
 * </pre>
 *
 * The generation changes whenever the slot changes hands, so that a compare-and-set of the whole
 * word proves that the slot still holds the block that it held when the word was read: for that to
 * fail, the slot would have to change hands as often as there are generations, and its new block
 * have the same policy bits, between two instructions. The policy bits is what the policy knows of the block
 * ({@link Policy}); it stands on top because each hit takes it out. Pure arithmetic, no state.
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

  /**
   * {@link #VISIBLE} to all, and chosen to go before other blocks; a read that changes the policy bits
   * makes it VISIBLE again.
   */
  public static final int VICTIM = 6;

  /** The highest number of pins that the word can count. */
  public static final int MAX_PINS = (1 << 18) - 1;

  /** The highest number of pins that readers may take: the last one is the evictor's. */
  public static final int MAX_READER_PINS = MAX_PINS - 1;

  /** The highest generation; the one after it is zero. */
  public static final int MAX_GENERATION = (1 << 20) - 1;

  private static final int STATE_SHIFT = 18;
  private static final int GENERATION_SHIFT = 21;
  private static final int POLICY_SHIFT = Long.SIZE - Policy.POLICY_BITS;
  private static final long PIN_MASK = MAX_PINS;
  private static final long STATE_MASK = 7L << STATE_SHIFT;
  private static final long POLICY_MASK = -1L << POLICY_SHIFT;
  private static final long GENERATION_ONE = 1L << GENERATION_SHIFT;
  private static final long GENERATION_MASK = (long) MAX_GENERATION << GENERATION_SHIFT;
  private static final long VICTIM_BIT = (long) (VICTIM & ~VISIBLE) << STATE_SHIFT;

  /** What must be {@link #VISIBLE_BITS} in the word of a visible slot, victim or not. */
  private static final long VISIBLE_MASK = STATE_MASK & ~VICTIM_BIT;

  private static final long VISIBLE_BITS = (long) VISIBLE << STATE_SHIFT;
  private static final long DOOMED_BITS = (long) DOOMED << STATE_SHIFT;

  private Meta() {}

  public static int state(long meta) {
    return (int) ((meta & STATE_MASK) >>> STATE_SHIFT);
  }

  /** Whether readers may pin the block, victim or not. */
  public static boolean isVisible(long meta) {
    return (meta & VISIBLE_MASK) == VISIBLE_BITS;
  }

  /** Whether it is visible and was chosen to go. */
  public static boolean isVictim(long meta) {
    return (meta & STATE_MASK) == (VISIBLE_BITS | VICTIM_BIT);
  }

  /** A visible slot's word, chosen to go. */
  public static long victim(long meta) {
    return meta | VICTIM_BIT;
  }

  public static int pins(long meta) {
    return (int) (meta & PIN_MASK);
  }

  /** What the policy knows of the block. */
  public static int policyBits(long meta) {
    return (int) (meta >>> POLICY_SHIFT);
  }

  /** Whether the block is of a family that is to stay in memory. */
  public static boolean isInMemory(long meta) {
    return (policyBits(meta) & Policy.IN_MEMORY) != 0;
  }

  public static int generation(long meta) {
    return (int) (meta >>> GENERATION_SHIFT) & MAX_GENERATION;
  }

  /** Whether a reader may pin the slot: it is visible, and a pin is left for its evictor. */
  public static boolean canBePinned(long meta) {
    return isVisible(meta) && pins(meta) < MAX_READER_PINS;
  }

  /** One pin more; only where {@link #canBePinned}. */
  public static long pinned(long meta) {
    return meta + 1;
  }

  /** A visible slot's word with another mark, and not chosen to go any more. */
  public static long withPolicyBits(long meta, int bits) {
    return (meta & ~(POLICY_MASK | VICTIM_BIT)) | (long) bits << POLICY_SHIFT;
  }

  /**
   * Evicted, with one more pin, which is the evicting thread's own: the readers of a visible slot
   * leave it one ({@link #MAX_READER_PINS}).
   */
  public static long doomed(long meta) {
    return ((meta & ~STATE_MASK) | DOOMED_BITS) + 1;
  }

  /** Whether an unpin that found this word has let go of the last pin of an evicted slot. */
  public static boolean isLastPinOfDoomed(long before) {
    return (before & (STATE_MASK | PIN_MASK)) == (DOOMED_BITS | 1);
  }

  /** Free, in this generation. */
  public static long free(int generation) {
    return (long) generation << GENERATION_SHIFT & GENERATION_MASK;
  }

  /** Free, in the generation after this one. */
  public static long freed(long meta) {
    return (meta + GENERATION_ONE) & GENERATION_MASK;
  }

  /** One thread's to fill, in the generation after this one. */
  public static long filling(long meta) {
    return freed(meta) | ((long) FILLING << STATE_SHIFT);
  }

  /** A part of another slot's block; the caller fills it. */
  public static long part(long meta) {
    return (meta & GENERATION_MASK) | ((long) PART << STATE_SHIFT);
  }

  /** Readable, unpinned. */
  public static long visible(long meta, int bits) {
    return (meta & GENERATION_MASK) | VISIBLE_BITS | (long) bits << POLICY_SHIFT;
  }
}

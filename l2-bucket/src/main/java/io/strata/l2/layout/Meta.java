package io.strata.l2.layout;

import io.strata.l2.policy.Policy;

/**
 * A slot's meta word: everything about the slot that changes while other threads read it.
 *
 * <pre>
 *  63                      41 40          21 20   18 17                 0
 * +--------------------------+--------------+-------+--------------------+
 * |       policy bits        |  generation  | state |        pins        |
 * +--------------------------+--------------+-------+--------------------+
 * </pre>
 *
 * The generation changes whenever the slot is reused. So a compare-and-set of the whole word proves
 * that the slot still holds the block that it held when the word was read. To break that, the slot
 * would have to be reused as many times as there are generations, by a block that ends up with the
 * same policy bits, between two instructions. The policy bits belong to the {@link Policy}; they
 * are the uppermost bits because each hit extracts them. Pure arithmetic, no state.
 */
public final class Meta {
  /** On a free stack, or given up with its bucket. */
  public static final int FREE = 0;

  /** Owned by one thread, which writes a block into it. */
  public static final int FILLING = 1;

  /** Holds a block that readers may pin. */
  public static final int VISIBLE = 2;

  /** Evicted but still pinned; cannot be pinned again. The last thread to unpin it frees it. */
  public static final int DOOMED = 3;

  /** Holds a part of a block. Belongs to the block's first slot, and is used and freed with it. */
  public static final int PART = 4;

  /**
   * {@link #VISIBLE}, and chosen for eviction before other blocks. A read that changes the policy
   * bits makes it VISIBLE again.
   */
  public static final int VICTIM = 6;

  /** The maximum number of pins that the word can count. */
  public static final int MAX_PINS = (1 << 18) - 1;

  /** The maximum number of pins that readers may take: one more is left for the evictor. */
  public static final int MAX_READER_PINS = MAX_PINS - 1;

  /** The maximum generation; the next one is zero. */
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

  /** A visible slot, victim or not, has {@link #VISIBLE_BITS} under this mask. */
  private static final long VISIBLE_MASK = STATE_MASK & ~VICTIM_BIT;

  private static final long VISIBLE_BITS = (long) VISIBLE << STATE_SHIFT;
  private static final long DOOMED_BITS = (long) DOOMED << STATE_SHIFT;

  private Meta() {}

  public static int state(long meta) {
    return (int) ((meta & STATE_MASK) >>> STATE_SHIFT);
  }

  /** Returns whether readers may pin the block, victim or not. */
  public static boolean isVisible(long meta) {
    return (meta & VISIBLE_MASK) == VISIBLE_BITS;
  }

  /** Returns whether the block is visible and chosen for eviction. */
  public static boolean isVictim(long meta) {
    return (meta & STATE_MASK) == (VISIBLE_BITS | VICTIM_BIT);
  }

  /** Returns the word of a visible slot with its block chosen for eviction. */
  public static long victim(long meta) {
    return meta | VICTIM_BIT;
  }

  public static int pins(long meta) {
    return (int) (meta & PIN_MASK);
  }

  /** Returns the bits that the policy keeps with the block. */
  public static int policyBits(long meta) {
    return (int) (meta >>> POLICY_SHIFT);
  }

  /** Returns whether the block is of an in-memory column family. */
  public static boolean isInMemory(long meta) {
    return (policyBits(meta) & Policy.IN_MEMORY) != 0;
  }

  public static int generation(long meta) {
    return (int) (meta >>> GENERATION_SHIFT) & MAX_GENERATION;
  }

  /** Returns whether a reader may pin the slot: it is visible and leaves a pin for its evictor. */
  public static boolean canBePinned(long meta) {
    return isVisible(meta) && pins(meta) < MAX_READER_PINS;
  }

  /** Returns the word with one more pin; only if {@link #canBePinned}. */
  public static long pinned(long meta) {
    return meta + 1;
  }

  /** Returns a visible slot's word with other policy bits, and no longer chosen for eviction. */
  public static long withPolicyBits(long meta, int bits) {
    return (meta & ~(POLICY_MASK | VICTIM_BIT)) | (long) bits << POLICY_SHIFT;
  }

  /**
   * Returns the word of an evicted slot, with one more pin, the evictor's own. The pins of a
   * visible slot leave one for it ({@link #MAX_READER_PINS}).
   */
  public static long doomed(long meta) {
    return ((meta & ~STATE_MASK) | DOOMED_BITS) + 1;
  }

  /** Returns whether an unpin that found this word released the last pin of an evicted slot. */
  public static boolean isLastPinOfDoomed(long before) {
    return (before & (STATE_MASK | PIN_MASK)) == (DOOMED_BITS | 1);
  }

  /** Returns the word of a free slot of this generation. */
  public static long free(int generation) {
    return (long) generation << GENERATION_SHIFT & GENERATION_MASK;
  }

  /** Returns the word of a free slot of the next generation. */
  public static long freed(long meta) {
    return (meta + GENERATION_ONE) & GENERATION_MASK;
  }

  /** Returns the word of a slot of the next generation, to be filled by one thread. */
  public static long filling(long meta) {
    return freed(meta) | ((long) FILLING << STATE_SHIFT);
  }

  /** Returns the word of a part of another slot's block, to be filled by the caller. */
  public static long part(long meta) {
    return (meta & GENERATION_MASK) | ((long) PART << STATE_SHIFT);
  }

  /** Returns the word of a visible, unpinned slot. */
  public static long visible(long meta, int bits) {
    return (meta & GENERATION_MASK) | VISIBLE_BITS | (long) bits << POLICY_SHIFT;
  }
}

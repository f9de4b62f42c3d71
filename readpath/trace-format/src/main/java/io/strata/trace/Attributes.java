package io.strata.trace;

/**
 * The attributes of a record, packed into one byte: the class of the block in bits 0 to 2, the
 * outcome of a lookup in bits 3 and 4, and the caller's hints in bits 5 to 7. The meaning of the
 * hints depends on the kind of record. Stateless.
 *
 * <p>The outcome has no fifth value for blocks found on flash, but the class leaves some values
 * unused. For flash, {@value #FLASH} plus the upper bit of the class is stored as the class, and
 * the lower bits of the class as the outcome. An older reader takes the class for unknown.
 */
public final class Attributes {
  /** Lookup: the block is to be cached after it was read. */
  public static final int CACHING = 1 << 5;

  /** Lookup: the caller repeats a lookup that missed, now with a lock. */
  public static final int REPEAT = 1 << 6;

  /** Lookup: it counts in the cache's statistics. */
  public static final int COUNTED = 1 << 7;

  /** Insert: the column family is IN_MEMORY. */
  public static final int IN_MEMORY = 1 << 5;

  /** Insert: the caller prefers waiting to a rejection. */
  public static final int WAITING = 1 << 6;

  private static final int CLASS_MASK = 7;
  private static final int FLASH = 5;
  private static final int OUTCOME_SHIFT = 3;
  private static final int OUTCOME_BITS = 2;
  private static final int OUTCOME_MASK = (1 << OUTCOME_BITS) - 1;
  private static final int HINTS_MASK = CACHING | REPEAT | COUNTED;

  private Attributes() {}

  /** Packs a lookup; hints are {@link #CACHING}, {@link #REPEAT} and {@link #COUNTED}. */
  public static int ofLookup(BlockClass type, Outcome outcome, int hints) {
    if (outcome == Outcome.ON_FLASH) {
      int upper = type.code() >>> OUTCOME_BITS;
      int lower = type.code() & OUTCOME_MASK;
      return (FLASH + upper) | lower << OUTCOME_SHIFT | hints;
    }
    return type.code() | outcome.code() << OUTCOME_SHIFT | hints;
  }

  /** Packs an insert; hints are {@link #IN_MEMORY} and {@link #WAITING}. */
  public static int ofInsert(BlockClass type, int hints) {
    return type.code() | hints;
  }

  static BlockClass type(int attributes) {
    int code = attributes & CLASS_MASK;
    return BlockClass.of(
        isFlash(code) ? (code - FLASH) << OUTCOME_BITS | outcomeCode(attributes) : code);
  }

  static Outcome outcome(int attributes) {
    return isFlash(attributes & CLASS_MASK)
        ? Outcome.ON_FLASH
        : Outcome.of(outcomeCode(attributes));
  }

  private static boolean isFlash(int code) {
    return code == FLASH || code == FLASH + 1;
  }

  private static int outcomeCode(int attributes) {
    return attributes >>> OUTCOME_SHIFT & OUTCOME_MASK;
  }

  static int hints(int attributes) {
    return attributes & HINTS_MASK;
  }
}

package io.strata.trace;

/**
 * What a record says beside its block, in one byte: the class of the block in bits 0 to 2, where it
 * was found in bits 3 and 4, and the hints of the caller in bits 5 to 7. What the hints mean
 * depends on the kind of record. Pure arithmetic.
 *
 * <p>The two bits have no fifth value for what was found on flash, but classes leave some of their
 * bits' values unused: there, {@value #FLASH} and the class's upper bit stand in place of the
 * class, and its lower bits in place of the outcome. A reader that knows nothing of this takes the
 * class for unknown.
 */
public final class Attributes {
  /** Of a look-up: the block is to be cached when it has been read. */
  public static final int CACHING = 1 << 5;

  /** Of a look-up: the same caller has just asked in vain, without the lock that it has now. */
  public static final int REPEAT = 1 << 6;

  /** Of a look-up: it counts in the cache's statistics. */
  public static final int COUNTED = 1 << 7;

  /** Of an offer: the column family is to stay in memory. */
  public static final int IN_MEMORY = 1 << 5;

  /** Of an offer: the caller would rather wait than see the block dropped. */
  public static final int WAITING = 1 << 6;

  private static final int CLASS_MASK = 7;
  private static final int FLASH = 5;
  private static final int OUTCOME_SHIFT = 3;
  private static final int OUTCOME_BITS = 2;
  private static final int OUTCOME_MASK = (1 << OUTCOME_BITS) - 1;
  private static final int HINTS_MASK = CACHING | REPEAT | COUNTED;

  private Attributes() {}

  /** Of a look-up; hints are of {@link #CACHING}, {@link #REPEAT} and {@link #COUNTED}. */
  public static int ofLookup(BlockClass type, Outcome outcome, int hints) {
    if (outcome == Outcome.ON_FLASH) {
      int upper = type.code() >>> OUTCOME_BITS;
      int lower = type.code() & OUTCOME_MASK;
      return (FLASH + upper) | lower << OUTCOME_SHIFT | hints;
    }
    return type.code() | outcome.code() << OUTCOME_SHIFT | hints;
  }

  /** Of an offer; hints are of {@link #IN_MEMORY} and {@link #WAITING}. */
  public static int ofOffer(BlockClass type, int hints) {
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

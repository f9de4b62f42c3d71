package io.strata.trace;

/**
 * What a record says beside its block, in one byte: the class of the block in bits 0 to 2, where it
 * was found in bits 3 and 4, and the hints of the caller in bits 5 to 7. What the hints mean
 * depends on the kind of record. Pure arithmetic.
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
  private static final int OUTCOME_SHIFT = 3;
  private static final int OUTCOME_MASK = 3;
  private static final int HINTS_MASK = CACHING | REPEAT | COUNTED;

  private Attributes() {}

  /** Of a look-up; hints are of {@link #CACHING}, {@link #REPEAT} and {@link #COUNTED}. */
  public static int ofLookup(BlockClass type, Outcome outcome, int hints) {
    return type.code() | outcome.code() << OUTCOME_SHIFT | hints;
  }

  /** Of an offer; hints are of {@link #IN_MEMORY} and {@link #WAITING}. */
  public static int ofOffer(BlockClass type, int hints) {
    return type.code() | hints;
  }

  static BlockClass type(int attributes) {
    return BlockClass.of(attributes & CLASS_MASK);
  }

  static Outcome outcome(int attributes) {
    return Outcome.of(attributes >>> OUTCOME_SHIFT & OUTCOME_MASK);
  }

  static int hints(int attributes) {
    return attributes & HINTS_MASK;
  }
}

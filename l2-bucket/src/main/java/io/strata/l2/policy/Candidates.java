package io.strata.l2.policy;

/** Some blocks, drawn at random, of which one is to go. For one thread. */
public interface Candidates {
  /** How many are drawn at most. */
  int MAX_COUNT = 96;

  /** How many there are. */
  int count();

  /** The policy bits of one of them, as it was when it was drawn. */
  int policyBits(int i);

  /** What {@link Keys#of} says of it; may be another block's when the slot has changed hands. */
  long key(int i);

  /** Bytes of it; may be another block's when the slot has changed hands. */
  int bytes(int i);

  /**
   * How many times its expected time a block counts if it can be packed, as {@link MissCost#weight}
   * for its eviction; 0 where it cannot.
   */
  default int packWeight(int i) {
    return 0;
  }

  /** Gives it another mark; says false, and leaves it, when it was read or evicted meanwhile. */
  boolean setPolicyBits(int i, int bits);
}

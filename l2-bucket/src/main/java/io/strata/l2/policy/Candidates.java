package io.strata.l2.policy;

/** A random sample of cached blocks, one of which is to be evicted. For one thread. */
public interface Candidates {
  /** The maximum size of a sample. */
  int MAX_COUNT = 96;

  /** Returns the size of the sample. */
  int count();

  /** Returns the policy bits that a candidate had when it was sampled. */
  int policyBits(int i);

  /** Returns the key ({@link Keys#of}); that of another block if the slot was reused. */
  long key(int i);

  /** Returns the length in bytes; that of another block if the slot was reused. */
  int bytes(int i);

  /**
   * Returns the weight for packing a candidate instead of evicting it, comparable with {@link
   * MissCost#weight}; 0 if it cannot be packed.
   */
  default int packWeight(int i) {
    return 0;
  }

  /** Sets the policy bits; returns false if the block was read or evicted meanwhile. */
  boolean setPolicyBits(int i, int bits);
}

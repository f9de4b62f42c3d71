package io.strata.l2.policy;

import java.util.Map;

/**
 * An eviction policy: it chooses the block to evict when another needs memory. Thread-safe.
 *
 * <p>All that a policy stores with a cached block are its <i>policy bits</i>, {@value #POLICY_BITS}
 * bits of the slot's meta word. A read changes them in the same compare-and-set that pins the slot,
 * and costs the policy nothing else: there is no queue to reorder. The thread that needs memory
 * samples blocks at random, and the policy chooses one of them; a sample of at most {@value
 * Candidates#MAX_COUNT} comes within a tenth of a point of the hit ratio of an exact order.
 *
 * <p>Every bit pattern is valid for every policy. So one policy may replace another while blocks
 * are read; what they share is {@link LogicalClock#bare}.
 *
 * <p>Time is counted in bytes inserted ({@link LogicalClock}), so that blocks of all sizes have one
 * order, and victims are sampled from all of them.
 */
public interface Policy {
  /** How many policy bits a block has; the uppermost is {@link #IN_MEMORY}. */
  int POLICY_BITS = 23;

  /** Set in the policy bits of blocks of in-memory families; policies do not change it. */
  int IN_MEMORY = 1 << (POLICY_BITS - 1);

  /** Bytes that a policy may use for each ghost entry. */
  int GHOST_BYTES = 8;

  /** Returned by {@link #victim} if none of the candidates should be evicted. */
  int NONE = -1;

  /** Returns the policy bits after a read. Called for every hit: no shared write, no object. */
  int onAccess(int bits);

  /**
   * Returns the policy bits of a block that is inserted.
   *
   * @param key of the block ({@link Keys#of})
   * @param bytes of the block
   * @param inMemory whether its column family is an in-memory one
   */
  int onInsert(long key, int bytes, boolean inMemory);

  /**
   * Returns the priority of a block for eviction: the higher, the sooner.
   *
   * @param bits the block's policy bits, read before this call
   */
  long rank(int bits);

  /**
   * Returns the expected time until a block is read again, comparable with that of any other block.
   * Unlike {@link #rank}, it does not protect new and in-memory blocks.
   *
   * @param bits the block's policy bits, read before this call
   */
  default long expected(int bits) {
    return rank(bits);
  }

  /**
   * Chooses the block to evict. May change the policy bits of other candidates.
   *
   * @return the index of a candidate, or {@link #NONE} to be called again with other candidates
   */
  default int victim(Candidates candidates) {
    int worst = NONE;
    long highest = Long.MIN_VALUE;
    for (int i = 0; i < candidates.count(); i++) {
      long rank = rank(candidates.policyBits(i));
      if (rank > highest) {
        highest = rank;
        worst = i;
      }
    }
    return worst;
  }

  /**
   * Returns whether a block was read more than once, as far as its policy bits show. False if the
   * policy does not know.
   */
  boolean wasReadAgain(int bits);

  /**
   * Called for each block that is evicted.
   *
   * @param key of the block ({@link Keys#of})
   * @param bits its last policy bits
   * @param bytes of the block
   * @param forCapacity whether it was evicted because memory was needed; false if its file was
   *     removed or a caller asked for its eviction
   */
  void onEvict(long key, int bits, int bytes, boolean forCapacity);

  /**
   * Returns the current state of the policy by name, for metrics: {@code turnovers}, how many times
   * the capacity of the cache was inserted, and what the policy adapts.
   */
  Map<String, Double> state();
}

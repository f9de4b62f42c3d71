package io.strata.l2.policy;

import java.util.Map;

/**
 * What the cache keeps: which block goes when another needs its room. Thread-safe.
 *
 * <p>All that a policy knows of a block is its <i>mark</i>, {@value #POLICY_BITS} bits of the slot's
 * pin word. A read changes the policy bits in the same compare-and-set that pins the slot, and costs the
 * policy nothing else: it has no queue that a read would reorder. Whoever needs room draws some
 * blocks at random, and the policy says which of them goes; sampling as few as {@value
 * Candidates#MAX_COUNT} comes within a tenth of a point of the hit ratio of an exact order.
 *
 * <p>Any bits are policy bits to any policy. So a policy may take the place of another while blocks are
 * read; {@link LogicalClock#bare} says what it can go by.
 *
 * <p>Time is counted in bytes that came in ({@link LogicalClock}), so that blocks of all sizes stand in
 * one order: what goes is drawn from all of them.
 */
public interface Policy {
  /** Bits of policy bits, the uppermost of which says that the block's family is to stay in memory. */
  int POLICY_BITS = 23;

  /** Set in the policy bits of blocks of in-memory families; policies leave it as it is. */
  int IN_MEMORY = 1 << (POLICY_BITS - 1);

  /** Bytes that a policy may take for each block that it remembers after it is gone. */
  int BYTES_TO_REMEMBER = 8;

  /** What {@link #victim} answers when none of the candidates should go. */
  int NONE = -1;

  /** The policy bits of a block after a read. Called for every hit: no shared write, no object. */
  int onAccess(int bits);

  /**
   * The policy bits of a block that comes in.
   *
   * @param key what {@link Keys#of} says of it
   * @param bytes of the block
   * @param inMemory whether its family is to stay in memory
   */
  int onInsert(long key, int bytes, boolean inMemory);

  /**
   * How soon a block should go, compared with any other block: the higher, the sooner.
   *
   * @param bits as it was read before this call
   */
  long rank(int bits);

  /**
   * In how long a block is expected to be read again, compared with any other block. Unlike {@link
   * #rank}, a new or in-memory block is not protected.
   *
   * @param bits as it was read before this call
   */
  default long expected(int bits) {
    return rank(bits);
  }

  /**
   * Which of some blocks goes. A policy may give others of them new policy bits on the way.
   *
   * @return its place among the candidates, or {@link #NONE} to be shown others
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
   * Whether a block was read more than once, as far as its policy bits tells. A policy says no of what it
   * does not know.
   */
  boolean wasReadAgain(int bits);

  /**
   * Told of each block that left.
   *
   * @param key what {@link Keys#of} says of it
   * @param bits its last one
   * @param bytes of the block
   * @param forRoom whether it had to make room; if not, its file is gone or somebody asked for it
   */
  void onEvict(long key, int bits, int bytes, boolean forRoom);

  /**
   * What the policy goes by at the moment, by name, for those who look on: {@code turnovers}, how
   * often as many bytes came in as the cache has, and what it adapts.
   */
  Map<String, Double> state();
}

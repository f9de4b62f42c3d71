package io.strata.l2.policy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A table of ghost entries: the policy bits of evicted blocks, kept for the time when a block is
 * inserted again. It lies outside the heap; each set of {@value #WAYS} entries fills a cache line.
 * Thread-safe without locks: two threads that write into the same set at once may lose an entry,
 * which is no worse than the replacement of that entry.
 *
 * <pre>
 *  63           33 32        23 22                   0
 * +---------------+------------+----------------------+
 * |  fingerprint  | evicted at |     policy bits      |
 * +---------------+------------+----------------------+
 * </pre>
 *
 * A new entry replaces the oldest of its set. A zero entry is empty: no fingerprint is zero.
 */
final class GhostTable {
  /** Returned by {@link #take} if the block has no entry. */
  static final long NONE = 0;

  private static final int ENTRY_BYTES = Policy.GHOST_BYTES;

  private static final int WAYS = 8;
  private static final int POLICY_MASK = (1 << Policy.POLICY_BITS) - 1;
  private static final int EVICTED_SHIFT = Policy.POLICY_BITS;
  private static final int EVICTED_MASK = (1 << LogicalClock.BITS) - 1;
  private static final int FINGERPRINT_SHIFT = EVICTED_SHIFT + LogicalClock.BITS;
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final ByteBuffer entries;
  private final int setMask;

  /**
   * Creates a table.
   *
   * @param memory its entries, zeros if there are none; a power of two of bytes
   */
  GhostTable(ByteBuffer memory) {
    this.setMask = memory.capacity() / (WAYS * ENTRY_BYTES) - 1;
    this.entries = memory;
  }

  /**
   * Adds the ghost entry of an evicted block.
   *
   * @param now the time, as a stamp
   */
  void put(long key, int bits, int now) {
    int set = set(key);
    long fingerprint = fingerprint(key);
    int oldest = set;
    int oldestAge = -1;
    for (int at = set; at < set + WAYS * ENTRY_BYTES; at += ENTRY_BYTES) {
      long entry = get(at);
      if (entry == NONE || entry >>> FINGERPRINT_SHIFT == fingerprint) {
        oldest = at;
        break;
      }
      int age = LogicalClock.between(evictedAt(entry), now);
      if (age > oldestAge) {
        oldestAge = age;
        oldest = at;
      }
    }
    LONG.setOpaque(
        entries,
        oldest,
        fingerprint << FINGERPRINT_SHIFT | (long) now << EVICTED_SHIFT | (bits & POLICY_MASK));
  }

  /** Removes and returns the ghost entry of a block, or returns {@link #NONE}. */
  long take(long key) {
    int set = set(key);
    long fingerprint = fingerprint(key);
    for (int at = set; at < set + WAYS * ENTRY_BYTES; at += ENTRY_BYTES) {
      long entry = get(at);
      if (entry != NONE && entry >>> FINGERPRINT_SHIFT == fingerprint) {
        LONG.setOpaque(entries, at, NONE);
        return entry;
      }
    }
    return NONE;
  }

  /** Returns the policy bits with which the block was evicted. */
  static int policyBits(long entry) {
    return (int) entry & POLICY_MASK;
  }

  /** Returns when the block was evicted, as a stamp. */
  static int evictedAt(long entry) {
    return (int) (entry >>> EVICTED_SHIFT) & EVICTED_MASK;
  }

  private long get(int at) {
    return (long) LONG.getOpaque(entries, at);
  }

  private int set(long key) {
    return ((int) key & setMask) * WAYS * ENTRY_BYTES;
  }

  private static long fingerprint(long key) {
    return Math.max(1, key >>> FINGERPRINT_SHIFT);
  }
}

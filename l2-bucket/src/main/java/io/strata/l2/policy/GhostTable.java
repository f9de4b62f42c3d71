package io.strata.l2.policy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The policy bits of blocks that had to go, for when they come back: a table outside the heap, a cache
 * line for each set of {@value #WAYS}. Thread-safe without locks: two threads that write into the
 * same set at once may lose policy bits, which is no worse than its having been replaced.
 *
 * <pre>
 *  63           35 34        23 22                   0
 * +---------------+------------+----------------------+
 * |  fingerprint  |  gone at   |         mark         |
 * +---------------+------------+----------------------+
 * </pre>
 *
 * A new policy bits replaces the one that went longest ago in its set. An entry that is zero is empty: no
 * fingerprint is zero.
 */
final class GhostTable {
  /** What {@link #take} answers when nothing is remembered. */
  static final long NONE = 0;

  private static final int ENTRY_BYTES = Policy.BYTES_TO_REMEMBER;

  private static final int WAYS = 8;
  private static final int POLICY_MASK = (1 << Policy.POLICY_BITS) - 1;
  private static final int GONE_SHIFT = Policy.POLICY_BITS;
  private static final int GONE_MASK = (1 << LogicalClock.BITS) - 1;
  private static final int FINGERPRINT_SHIFT = GONE_SHIFT + LogicalClock.BITS;
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final ByteBuffer entries;
  private final int setMask;

  /**
   * Begins with nothing remembered.
   *
   * @param memory as many bytes as a power of two
   */
  GhostTable(ByteBuffer memory) {
    this.setMask = memory.capacity() / (WAYS * ENTRY_BYTES) - 1;
    this.entries = GhostMemory.cleared(memory);
  }

  /**
   * Remembers a block that has gone.
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
      int age = LogicalClock.between(goneAt(entry), now);
      if (age > oldestAge) {
        oldestAge = age;
        oldest = at;
      }
    }
    LONG.setOpaque(
        entries,
        oldest,
        fingerprint << FINGERPRINT_SHIFT | (long) now << GONE_SHIFT | (bits & POLICY_MASK));
  }

  /** Forgets a block that has come back; what was remembered of it, or {@link #NONE}. */
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

  /** The policy bits that a block went with. */
  static int policyBits(long entry) {
    return (int) entry & POLICY_MASK;
  }

  /** When a block went, as a stamp. */
  static int goneAt(long entry) {
    return (int) (entry >>> GONE_SHIFT) & GONE_MASK;
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

package io.strata.l2.policy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The marks of blocks that had to go, for when they come back: a table outside the heap, a cache
 * line for each set of {@value #WAYS}. Thread-safe without locks: two threads that write into the
 * same set at once may lose a mark, which is no worse than its having been replaced.
 *
 * <pre>
 *  63           35 34        23 22                   0
 * +---------------+------------+----------------------+
 * |  fingerprint  |  gone at   |         mark         |
 * +---------------+------------+----------------------+
 * </pre>
 *
 * A new mark replaces the one that went longest ago in its set. An entry that is zero is empty: no
 * fingerprint is zero.
 */
final class History {
  /** What {@link #take} answers when nothing is remembered. */
  static final long NONE = 0;

  private static final int ENTRY_BYTES = Policy.BYTES_TO_REMEMBER;

  private static final int WAYS = 8;
  private static final int MARK_MASK = (1 << Policy.MARK_BITS) - 1;
  private static final int GONE_SHIFT = Policy.MARK_BITS;
  private static final int GONE_MASK = (1 << Turnover.BITS) - 1;
  private static final int FINGERPRINT_SHIFT = GONE_SHIFT + Turnover.BITS;
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final ByteBuffer entries;
  private final int setMask;

  /**
   * Begins with nothing remembered.
   *
   * @param memory as many bytes as a power of two
   */
  History(ByteBuffer memory) {
    this.setMask = memory.capacity() / (WAYS * ENTRY_BYTES) - 1;
    this.entries = Remembered.cleared(memory);
  }

  /**
   * Remembers a block that has gone.
   *
   * @param now the time, as a stamp
   */
  void put(long key, int mark, int now) {
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
      int age = Turnover.between(goneAt(entry), now);
      if (age > oldestAge) {
        oldestAge = age;
        oldest = at;
      }
    }
    LONG.setOpaque(
        entries,
        oldest,
        fingerprint << FINGERPRINT_SHIFT | (long) now << GONE_SHIFT | (mark & MARK_MASK));
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

  /** The mark that a block went with. */
  static int mark(long entry) {
    return (int) entry & MARK_MASK;
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

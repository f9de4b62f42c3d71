package io.strata.l2.curve;

import java.util.Arrays;

/**
 * Keys in the order in which they were last read, with the bytes of their blocks: the stack of
 * Mattson and others (1970), of which any LRU cache holds the newest so many bytes. Not
 * thread-safe; allocates nothing once made.
 *
 * <p>Each read takes the next of the places, which stand for time, and leaves the place of the
 * key's last read empty; a Fenwick tree over the places sums up what was read since (Olken, 1981).
 * When the places are used up, the keys move together ({@link #keep}). Nothing is removed but then,
 * so the hash table of places needs no removal either.
 */
final class LruStack {
  /** What {@link #read} says of a key that is not in the stack. */
  static final long NEVER = -1;

  private final int maxKeys;
  private final long[] keys;

  /** Bytes of the block that was read at a place; 0 when it was read again since. */
  private final int[] bytes;

  private final FenwickTree sums;

  /** Open addressing: one more than the place of a key, or 0. At most half is used. */
  private final int[] table;

  private int places;
  private int tracked;
  private long trackedBytes;

  /**
   * @param maxKeys how many keys it holds at most, a power of two
   */
  LruStack(int maxKeys) {
    this.maxKeys = maxKeys;
    keys = new long[2 * maxKeys];
    bytes = new int[2 * maxKeys];
    sums = new FenwickTree(2 * maxKeys);
    table = new int[2 * maxKeys];
  }

  /** How many keys it holds. */
  int tracked() {
    return tracked;
  }

  /** Whether {@link #keep} must come before the next read. */
  boolean isFull() {
    return tracked == maxKeys || places == keys.length;
  }

  /**
   * Puts a key on top.
   *
   * @param key well mixed in its low bits
   * @param size bytes of its block, 1 or more
   * @return bytes of all other keys that were read since this one was, or {@link #NEVER}
   */
  long read(long key, int size) {
    int slot = slotOf(key);
    int last = table[slot] - 1;
    long others = NEVER;
    if (last < 0) {
      tracked++;
    } else {
      others = trackedBytes - sums.sumBefore(last) - bytes[last];
      sums.add(last, -bytes[last]);
      trackedBytes -= bytes[last];
      bytes[last] = 0;
    }
    push(slot, key, size);
    sums.add(places - 1, size);
    return others;
  }

  private void push(int slot, long key, int size) {
    keys[places] = key;
    bytes[places] = size;
    trackedBytes += size;
    places++;
    table[slot] = places;
  }

  /** Where the key is in the table, or would be. */
  private int slotOf(long key) {
    int mask = table.length - 1;
    int slot = (int) key & mask;
    while (table[slot] != 0 && keys[table[slot] - 1] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /**
   * Moves the keys together, and drops those that are not sampled any more, or so far down that a
   * read of them would be far too late for any size that is asked about.
   *
   * @param threshold what sampled keys are below
   * @param depth bytes on top of a key at most
   */
  void keep(long threshold, long depth) {
    int end = places;
    long below = trackedBytes;
    places = 0;
    tracked = 0;
    trackedBytes = 0;
    Arrays.fill(table, 0);
    for (int place = 0; place < end; place++) {
      int size = bytes[place];
      below -= size;
      if (size > 0 && below <= depth && Shards.isBelow(threshold, keys[place])) {
        tracked++;
        push(slotOf(keys[place]), keys[place], size);
      }
    }
    sums.set(bytes, places);
  }
}

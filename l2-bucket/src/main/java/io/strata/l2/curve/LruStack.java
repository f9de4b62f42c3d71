package io.strata.l2.curve;

import java.util.Arrays;

/**
 * Keys in the order of their last reads, with the bytes of their blocks: the LRU stack of Mattson
 * et al. (1970), whose top is the content of an LRU cache of any size. Not thread-safe; allocates
 * nothing after construction.
 *
 * <p>Each read takes the next position, which stands for time, and empties the position of the
 * key's last read. A Fenwick tree over the positions sums the bytes read since (Olken, 1981). When
 * the positions are used up, {@link #keep} compacts them. Keys are removed only then, so the hash
 * table needs no removal.
 */
final class LruStack {
  /** The result of {@link #read} for a key that is not in the stack. */
  static final long NEVER = -1;

  private final int maxKeys;
  private final long[] keys;

  /** Bytes of the block read at a position; 0 if it was read again since. */
  private final int[] bytes;

  private final FenwickTree sums;

  /** An open-addressing table of positions plus one, or 0; at most half full. */
  private final int[] table;

  private int positions;
  private int tracked;
  private long trackedBytes;

  /**
   * @param maxKeys maximum number of keys, a power of two
   */
  LruStack(int maxKeys) {
    this.maxKeys = maxKeys;
    keys = new long[2 * maxKeys];
    bytes = new int[2 * maxKeys];
    sums = new FenwickTree(2 * maxKeys);
    table = new int[2 * maxKeys];
  }

  /** Returns the number of keys. */
  int tracked() {
    return tracked;
  }

  /** Returns whether {@link #keep} must be called before the next read. */
  boolean isFull() {
    return tracked == maxKeys || positions == keys.length;
  }

  /**
   * Moves a key to the top.
   *
   * @param key a key whose low bits are well mixed
   * @param size bytes of its block, 1 or more
   * @return bytes of all other keys read since its last read, or {@link #NEVER}
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
    sums.add(positions - 1, size);
    return others;
  }

  private void push(int slot, long key, int size) {
    keys[positions] = key;
    bytes[positions] = size;
    trackedBytes += size;
    positions++;
    table[slot] = positions;
  }

  /** Returns the key's slot in the table, or the free one where it would go. */
  private int slotOf(long key) {
    int mask = table.length - 1;
    int slot = (int) key & mask;
    while (table[slot] != 0 && keys[table[slot] - 1] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /**
   * Compacts the positions, and drops keys that are no longer sampled, or so deep that a read of
   * them is a miss at any size of interest.
   *
   * @param threshold exclusive upper bound of sampled keys
   * @param depth maximum bytes above a key
   */
  void keep(long threshold, long depth) {
    int end = positions;
    long below = trackedBytes;
    positions = 0;
    tracked = 0;
    trackedBytes = 0;
    Arrays.fill(table, 0);
    for (int i = 0; i < end; i++) {
      int size = bytes[i];
      below -= size;
      if (size > 0 && below <= depth && Shards.isBelow(threshold, keys[i])) {
        tracked++;
        push(slotOf(keys[i]), keys[i], size);
      }
    }
    sums.set(bytes, positions);
  }
}

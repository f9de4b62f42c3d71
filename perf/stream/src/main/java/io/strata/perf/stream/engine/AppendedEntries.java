package io.strata.perf.stream.engine;

import java.util.Arrays;

/**
 * The entries that make up a stream, in an engine whose entries are not appendable or only up to a
 * limit. Not thread-safe.
 */
final class AppendedEntries {
  private static final int INITIAL_CAPACITY = 64;

  private int[] addresses = new int[INITIAL_CAPACITY];
  private int[] offsets = new int[INITIAL_CAPACITY];
  private int count;
  private int length;

  /** Adds an entry at the end. */
  void add(int address, int bytes) {
    if (count == addresses.length) {
      addresses = Arrays.copyOf(addresses, 2 * count);
      offsets = Arrays.copyOf(offsets, 2 * count);
    }
    addresses[count] = address;
    offsets[count++] = length;
    length += bytes;
  }

  /** Records an append to the last entry. */
  void extendLast(int bytes) {
    length += bytes;
  }

  /** Removes all entries. */
  void clear() {
    count = 0;
    length = 0;
  }

  /** Returns the number of entries. */
  int count() {
    return count;
  }

  /** Returns the length of the stream, in bytes. */
  int length() {
    return length;
  }

  /** Returns the address of an entry in the engine. */
  int address(int index) {
    return addresses[index];
  }

  /** Returns the offset of an entry in the stream. */
  int offset(int index) {
    return offsets[index];
  }

  /** Returns the index of the entry that contains a byte of the stream; searches from the end. */
  int indexAt(int offset) {
    int index = count - 1;
    while (offsets[index] > offset) {
      index--;
    }
    return index;
  }
}

package io.strata.perf.stream.engine;

import java.util.Arrays;

/** The entries that together are a stream, in an engine whose entries do not grow. One thread's. */
final class Parts {
  private static final int FEW = 64;

  private int[] addresses = new int[FEW];
  private int[] begins = new int[FEW];
  private int count;
  private int length;

  /** Adds an entry behind the others. */
  void add(int address, int bytes) {
    if (count == addresses.length) {
      addresses = Arrays.copyOf(addresses, 2 * count);
      begins = Arrays.copyOf(begins, 2 * count);
    }
    addresses[count] = address;
    begins[count++] = length;
    length += bytes;
  }

  /** Says that the last entry became longer. */
  void lengthen(int bytes) {
    length += bytes;
  }

  /** Forgets all. */
  void clear() {
    count = 0;
    length = 0;
  }

  int count() {
    return count;
  }

  /** Bytes of all. */
  int length() {
    return length;
  }

  /** What the engine knows a part by. */
  int address(int part) {
    return addresses[part];
  }

  /** Where in the stream a part begins. */
  int begin(int part) {
    return begins[part];
  }

  /** The part in which a byte of the stream lies, sought from the end. */
  int holding(int offset) {
    int part = count - 1;
    while (begins[part] > offset) {
      part--;
    }
    return part;
  }
}

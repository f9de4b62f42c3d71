package io.strata.l2.curve;

import java.util.Arrays;

/**
 * Prefix sums of mutable values: an update and a sum each take as many steps as the number of
 * values has bits (Fenwick, 1994). Not thread-safe.
 */
final class FenwickTree {
  /** From 1: element i is the sum of the values before i, as many as its lowest set bit. */
  private final long[] sums;

  FenwickTree(int count) {
    sums = new long[count + 1];
  }

  /** Adds to the value at an index, 0 or more. */
  void add(int index, long value) {
    for (int i = index + 1; i < sums.length; i += i & -i) {
      sums[i] += value;
    }
  }

  /** Returns the sum of all values before an index. */
  long sumBefore(int index) {
    long sum = 0;
    for (int i = index; i > 0; i -= i & -i) {
      sum += sums[i];
    }
    return sum;
  }

  /** Sets the first values, and all others to 0. */
  void set(int[] values, int count) {
    Arrays.fill(sums, 0);
    for (int i = 0; i < count; i++) {
      sums[i + 1] = values[i];
    }
    for (int i = 1; i < sums.length; i++) {
      int above = i + (i & -i);
      if (above < sums.length) {
        sums[above] += sums[i];
      }
    }
  }
}

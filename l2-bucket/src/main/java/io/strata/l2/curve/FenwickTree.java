package io.strata.l2.curve;

import java.util.Arrays;

/**
 * Sums of the values of places up to any one of them, where values change: both take as many steps
 * as the number of places has bits (Fenwick, 1994). Not thread-safe.
 */
final class FenwickTree {
  /** From 1: element i has the sum of as many places as its lowest set bit says, up to i - 1. */
  private final long[] sums;

  FenwickTree(int places) {
    sums = new long[places + 1];
  }

  /** Adds to the value of a place, 0 or more. */
  void add(int place, long value) {
    for (int i = place + 1; i < sums.length; i += i & -i) {
      sums[i] += value;
    }
  }

  /** The sum of the values of all places before one. */
  long sumBefore(int place) {
    long sum = 0;
    for (int i = place; i > 0; i -= i & -i) {
      sum += sums[i];
    }
    return sum;
  }

  /** Gives the first places these values, and all others 0. */
  void set(int[] values, int count) {
    Arrays.fill(sums, 0);
    for (int place = 0; place < count; place++) {
      sums[place + 1] = values[place];
    }
    for (int i = 1; i < sums.length; i++) {
      int above = i + (i & -i);
      if (above < sums.length) {
        sums[above] += sums[i];
      }
    }
  }
}

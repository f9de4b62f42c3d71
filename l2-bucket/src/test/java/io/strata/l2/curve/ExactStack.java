package io.strata.l2.curve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A simple LRU stack as reference for the other: a list, most recent first. */
final class ExactStack {
  private final List<Long> newestFirst = new ArrayList<>();
  private final Map<Long, Integer> sizes = new HashMap<>();
  private final List<long[]> reads = new ArrayList<>();

  /** Returns the bytes of all other keys read since this one, or {@link LruStack#NEVER}. */
  long read(long key, int size) {
    long others = 0;
    boolean found = false;
    for (long each : newestFirst) {
      found = each == key;
      if (found) {
        break;
      }
      others += sizes.get(each);
    }
    newestFirst.remove(key);
    newestFirst.add(0, key);
    sizes.put(key, size);
    reads.add(new long[] {found ? others + size : Long.MAX_VALUE, size});
    return found ? others : LruStack.NEVER;
  }

  /** Returns the share of reads that hit in a cache of this size. */
  double hitRatioAt(long bytes) {
    return (double) reads.stream().filter(read -> read[0] <= bytes).count() / reads.size();
  }

  /** Returns the share of bytes read that hit. */
  double byteHitRatioAt(long bytes) {
    double hit = reads.stream().filter(read -> read[0] <= bytes).mapToLong(read -> read[1]).sum();
    return hit / reads.stream().mapToLong(read -> read[1]).sum();
  }

  long footprint() {
    return sizes.values().stream().mapToLong(size -> size).sum();
  }
}

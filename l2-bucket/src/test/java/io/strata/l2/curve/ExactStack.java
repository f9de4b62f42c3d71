package io.strata.l2.curve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An LRU stack as simple as can be, against which the other is proven: a list, newest first. */
final class ExactStack {
  private final List<Long> newestFirst = new ArrayList<>();
  private final Map<Long, Integer> sizes = new HashMap<>();
  private final List<long[]> reads = new ArrayList<>();

  /** The bytes of all other keys read since this one was, or {@link LruStack#NEVER}. */
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

  /** The share of reads that found their block in so many bytes. */
  double hitRatioAt(long bytes) {
    return (double) reads.stream().filter(read -> read[0] <= bytes).count() / reads.size();
  }

  /** The same by bytes. */
  double byteHitRatioAt(long bytes) {
    double hit = reads.stream().filter(read -> read[0] <= bytes).mapToLong(read -> read[1]).sum();
    return hit / reads.stream().mapToLong(read -> read[1]).sum();
  }

  long footprint() {
    return sizes.values().stream().mapToLong(size -> size).sum();
  }
}

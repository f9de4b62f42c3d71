package io.strata.l2.stream.segment;

import java.util.concurrent.atomic.LongAdder;

/** Counters of operations other than reads from memory. Thread-safe. */
final class Counters {
  private final LongAdder fetches = new LongAdder();
  private final LongAdder fetchedBytes = new LongAdder();
  private final LongAdder notKept = new LongAdder();
  private final LongAdder evictedEntries = new LongAdder();
  private final LongAdder evictedBytes = new LongAdder();

  void fetched(int bytes) {
    fetches.increment();
    fetchedBytes.add(bytes);
  }

  void notKept() {
    notKept.increment();
  }

  void evicted(int bytes) {
    evictedEntries.increment();
    evictedBytes.add(bytes);
  }

  ReadIndexStatistics with(int segments, long entries) {
    return new ReadIndexStatistics(
        segments,
        entries,
        fetches.sum(),
        fetchedBytes.sum(),
        notKept.sum(),
        evictedEntries.sum(),
        evictedBytes.sum());
  }
}

package io.strata.l2.stream.segment;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The logical clock that measures the age of entries: it advances with the bytes brought into
 * memory, by one generation for each sixteenth of the capacity. Thread-safe.
 */
final class Generations {
  private static final int PER_CAPACITY = 16;

  private final long bytesEach;
  private final AtomicLong bytes = new AtomicLong();
  private volatile int now;

  Generations(long capacityBytes) {
    this.bytesEach = Math.max(1, capacityBytes / PER_CAPACITY);
  }

  /** Returns the current generation, which may overflow. */
  int now() {
    return now;
  }

  /** Advances the clock by bytes brought into memory. */
  void added(long count) {
    long all = bytes.addAndGet(count);
    int next = (int) (all / bytesEach);
    // If two threads race here, it may be late by a generation, which is harmless.
    if (next != now) {
      now = next;
    }
  }
}

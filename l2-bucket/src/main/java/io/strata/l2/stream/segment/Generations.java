package io.strata.l2.stream.segment;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The clock by which entries grow old: it goes on with the bytes that are brought into memory, a
 * generation each time they are a share of all. Thread-safe.
 */
final class Generations {
  private static final int IN_A_CACHE = 16;

  private final long bytesEach;
  private final AtomicLong bytes = new AtomicLong();
  private volatile int now;

  Generations(long capacityBytes) {
    this.bytesEach = Math.max(1, capacityBytes / IN_A_CACHE);
  }

  /** The current generation; it may come round to where it began. */
  int now() {
    return now;
  }

  /** Bytes were brought into memory. */
  void added(long count) {
    long all = bytes.addAndGet(count);
    int next = (int) (all / bytesEach);
    // Late by a generation when two threads meet here, which does no harm.
    if (next != now) {
      now = next;
    }
  }
}

package io.strata.l2.memory;

import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many buckets of direct memory take memory. One that a store let go of does so until the
 * garbage collector has found that nobody refers to it, and on a heap that is not short that may be
 * never: a store that shrank and grows again must see to it, or it would hold more than it may.
 * Thread-safe.
 */
final class HeldBuckets {
  private static final Cleaner CLEANER = Cleaner.create();
  private static final int COLLECTIONS = 5;
  private static final int LOOKS_AFTER_EACH = 100;
  private static final long MILLIS_BETWEEN_LOOKS = 10;

  private final AtomicInteger count = new AtomicInteger();

  /** Counts buckets until they are collected. */
  void add(ByteBuffer[] buckets) {
    count.addAndGet(buckets.length);
    for (ByteBuffer bucket : buckets) {
      CLEANER.register(bucket, count::decrementAndGet);
    }
  }

  /** How many take memory. */
  int count() {
    return count.get();
  }

  /**
   * Waits until no more than so many buckets take memory, collecting garbage meanwhile. An
   * interrupt does not end that; the thread has it afterwards.
   *
   * @throws OutOfMemoryError when that takes seconds: blocks are pinned, or the collector does not
   *     do as it is asked
   */
  void awaitAtMost(int most) {
    boolean interrupted = false;
    for (int i = 0; i < COLLECTIONS && count.get() > most; i++) {
      System.gc();
      for (int look = 0; look < LOOKS_AFTER_EACH && count.get() > most; look++) {
        interrupted |= !pause();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (count.get() > most) {
      throw new OutOfMemoryError(
          "what the cache gave back when it was made smaller is still in use: try again later");
    }
  }

  /** Returns false when it was interrupted. */
  private static boolean pause() {
    try {
      Thread.sleep(MILLIS_BETWEEN_LOOKS);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }
}

package io.strata.l2;

import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.memory.BucketMemory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Allocates most of a store's memory while the store is already used: allocation writes zeros,
 * which takes seconds for many gigabytes. Thread-safe.
 *
 * <p>Each of a few threads allocates some buckets at a time and passes them to the receiver, until
 * the store has all or is closed. If an allocation fails, the store keeps the size it has.
 */
final class MemoryFill {
  /** Buckets per call of the receiver; the thread that adds them thus has few tasks. */
  private static final int BATCH_BUCKETS = (64 << 20) / BucketLayout.BUCKET_BYTES;

  /** At most half of the processors are used, because a starting process has other work. */
  private static final int MAX_THREADS = 8;

  private final BucketMemory memory;
  private final AtomicInteger left;
  private final CountDownLatch running;
  private final Consumer<BucketBuffer[]> receiver;
  private volatile boolean stopped;
  private volatile @Nullable Throwable failure;

  /**
   * @param buckets number of buckets to allocate, 0 or more
   * @param receiver receives the buckets; called by several threads concurrently
   */
  MemoryFill(BucketMemory memory, int buckets, Consumer<BucketBuffer[]> receiver) {
    this.memory = memory;
    this.left = new AtomicInteger(buckets);
    this.receiver = receiver;
    int steps = (buckets + BATCH_BUCKETS - 1) / BATCH_BUCKETS;
    int processors = Runtime.getRuntime().availableProcessors();
    int limit = memory.isInOrder() ? 1 : Math.min(MAX_THREADS, Math.max(1, processors / 2));
    int threads = Math.min(steps, limit);
    this.running = new CountDownLatch(threads);
  }

  /**
   * Starts the allocation; called once.
   *
   * @param onFailure receives the error and the number of missing buckets if an allocation fails
   */
  void start(ObjIntConsumer<Throwable> onFailure) {
    for (long i = running.getCount(); i > 0; i--) {
      Thread thread = new Thread(() -> run(onFailure), "strata-l2-memory-" + i);
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void run(ObjIntConsumer<Throwable> onFailure) {
    try {
      while (!stopped && step()) {}
    } catch (RuntimeException | Error e) {
      failure = e;
      stopped = true;
    }
    running.countDown();
    Throwable reason = failure;
    if (reason != null && running.getCount() == 0) {
      // Several threads may get here: one of them sees the number of missing buckets.
      int missing = left.getAndSet(0);
      if (missing > 0) {
        onFailure.accept(reason, missing);
      }
    }
  }

  /** Allocates a batch of buckets; returns whether there were any left to allocate. */
  private boolean step() {
    int before = left.getAndUpdate(now -> now - batchOf(now));
    int count = batchOf(before);
    int done = 0;
    try {
      if (count > 0) {
        receiver.accept(memory.allocate(count));
      }
      done = count;
    } finally {
      left.addAndGet(count - done);
    }
    return count > 0;
  }

  /** Returns the size of the next batch: half a batch that was left would be a small allocation. */
  private static int batchOf(int left) {
    return left < BATCH_BUCKETS * 3 / 2 ? left : BATCH_BUCKETS;
  }

  /** Stops the allocation soon; buckets not allocated by then are not reported as missing. */
  void stop() {
    stopped = true;
  }

  boolean hasEnded() {
    return running.getCount() == 0;
  }

  /** Waits until the allocation has ended, even if interrupted. */
  void await() {
    boolean interrupted = false;
    while (true) {
      try {
        running.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

package io.strata.l2;

import io.strata.l2.memory.BucketMemory;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Allocates most of a store's memory while the store is used: to allocate is to write zeros, which
 * takes seconds where there are many gigabytes. Thread-safe.
 *
 * <p>A few threads each allocate some buckets at a time and hand them over, until the store has all
 * or is closed. When there is no memory for more, the store stays as small as it is.
 */
final class MemoryFill {
  /** Handed over together, so that the thread that adds them has few tasks. */
  private static final int BUCKETS_OF_A_STEP = 16;

  /** Half of the processors, for the process does other things when it starts. */
  private static final int MAX_THREADS = 8;

  private final BucketMemory memory;
  private final AtomicInteger left;
  private final CountDownLatch running;
  private final Consumer<ByteBuffer[]> receiver;
  private volatile boolean stopped;
  private volatile @Nullable Throwable failure;

  /**
   * @param buckets that are wanted, 0 or more
   * @param receiver of the buckets, called by several threads at a time
   */
  MemoryFill(BucketMemory memory, int buckets, Consumer<ByteBuffer[]> receiver) {
    this.memory = memory;
    this.left = new AtomicInteger(buckets);
    this.receiver = receiver;
    int steps = (buckets + BUCKETS_OF_A_STEP - 1) / BUCKETS_OF_A_STEP;
    int processors = Runtime.getRuntime().availableProcessors();
    int most = memory.isInOrder() ? 1 : Math.min(MAX_THREADS, Math.max(1, processors / 2));
    int threads = Math.min(steps, most);
    this.running = new CountDownLatch(threads);
  }

  /**
   * Begins to allocate; once.
   *
   * @param onFailure told why, and of how many buckets, when there is no memory for some
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
      // Several threads may come here: one of them finds what is missing.
      int missing = left.getAndSet(0);
      if (missing > 0) {
        onFailure.accept(reason, missing);
      }
    }
  }

  /** Allocates some buckets; says whether there were any to be allocated. */
  private boolean step() {
    int before = left.getAndUpdate(now -> now - Math.min(now, BUCKETS_OF_A_STEP));
    int count = Math.min(before, BUCKETS_OF_A_STEP);
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

  /** Ends it soon; what is not allocated then is not missed. */
  void stop() {
    stopped = true;
  }

  boolean hasEnded() {
    return running.getCount() == 0;
  }

  /** Waits until it has ended. An interrupt does not end that. */
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

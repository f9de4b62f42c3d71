package io.strata.l2.memory;

import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.BucketLayout;
import java.lang.ref.Cleaner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Direct memory shared by several caches of a process, with a common bound: for example, a block
 * store and a cache of appendable entries, each of which uses a {@link #part}. Thread-safe.
 *
 * <p>A bucket counts against the bound until the garbage collector has freed it, some time after
 * its cache shrank or was closed and its last block was released. Until then, only the cache that
 * shrank can use it again.
 */
public final class SharedMemory {
  private static final Cleaner CLEANER = Cleaner.create();

  /**
   * Allocates each bucket, so that it can be freed alone. One thread does: the C library may keep a
   * freed bucket for the thread that allocated it ({@link DirectMemory}).
   */
  private static final ExecutorService ALLOCATOR =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "strata-shared-memory");
            thread.setDaemon(true);
            return thread;
          });

  /** The collector frees memory some time after it has become unreachable. */
  private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final long bytes;

  /** Number of buckets that are not freed; guarded by this. */
  private int held;

  /** Bytes that the caches use besides buckets; guarded by this. */
  private long reserved;

  /**
   * @param bytes bound of all parts together, at least the size of a bucket
   */
  public SharedMemory(long bytes) {
    if (bytes < BucketLayout.BUCKET_BYTES) {
      throw new IllegalArgumentException(
          "Shared memory of %d bytes is too small. Use at least %d bytes."
              .formatted(bytes, BucketLayout.BUCKET_BYTES));
    }
    this.bytes = bytes;
  }

  /** Returns memory for one of the caches. */
  public BucketMemory part() {
    return new Part();
  }

  /** Returns the bound, in bytes. */
  public long bytes() {
    return bytes;
  }

  /** Returns the bytes in use; at most the bound. */
  public synchronized long heldBytes() {
    return (long) held * BucketLayout.BUCKET_BYTES + reserved;
  }

  private synchronized BucketBuffer[] allocate(int buckets) {
    awaitFree((long) buckets * BucketLayout.BUCKET_BYTES);
    BucketBuffer[] all = new BucketBuffer[buckets];
    for (int i = 0; i < buckets; i++) {
      all[i] = allocateOne();
      held++;
      // Every view of the bucket keeps the allocation reachable.
      CLEANER.register(all[i].allocation(), this::freed);
    }
    return all;
  }

  private static BucketBuffer allocateOne() {
    try {
      return CompletableFuture.supplyAsync(() -> DirectMemory.allocateTogether(1)[0], ALLOCATOR)
          .join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof OutOfMemoryError none) {
        OutOfMemoryError rejected = new OutOfMemoryError(none.getMessage());
        rejected.initCause(none);
        throw rejected;
      }
      throw e;
    }
  }

  private synchronized void freed() {
    held--;
    notifyAll();
  }

  private synchronized void reserve(long more) {
    if (more > 0) {
      awaitFree(more);
    }
    reserved += more;
  }

  /** Waits until this many bytes are free, as long as it takes to free unreachable memory. */
  private synchronized void awaitFree(long more) {
    long deadline = System.nanoTime() + MAX_WAIT_NANOS;
    while (more > bytes - heldBytes()) {
      long left = deadline - System.nanoTime();
      if (left <= 0 || Thread.currentThread().isInterrupted()) {
        throw new OutOfMemoryError(
            ("shared memory of %d bytes, of which %d are used, cannot provide %d more. Enlarge it, or"
                    + " shrink a cache and wait until the removed buckets are collected")
                .formatted(bytes, heldBytes(), more));
      }
      try {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private final class Part implements BucketMemory {
    @Override
    public BucketBuffer[] allocate(int count) {
      return SharedMemory.this.allocate(count);
    }

    @Override
    public void reserve(long more) {
      SharedMemory.this.reserve(more);
    }

    @Override
    public boolean isResizable() {
      return true;
    }
  }
}

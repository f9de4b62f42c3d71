package io.strata.l2.memory;

import io.strata.l2.layout.BucketLayout;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/**
 * Direct memory for several caches of one process, with one bound for what they take together: a
 * store of blocks and a cache of entries that grow, each of which is given {@link #part}.
 * Thread-safe.
 *
 * <p>A bucket counts until the garbage collector has freed it, which it does some time after its
 * cache shrank or was closed and its last block was read. Until then only the cache that shrank can
 * use it again.
 */
public final class SharedMemory {
  private static final Cleaner CLEANER = Cleaner.create();

  /** The collector frees memory some time after it has found it unused. */
  private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final long bytes;

  /** Buckets that are not freed. */
  private int held;

  /** What caches take besides buckets. */
  private long reserved;

  /**
   * @param bytes that all parts may take together, at least a bucket's
   */
  public SharedMemory(long bytes) {
    if (bytes < BucketLayout.BUCKET_BYTES) {
      throw new IllegalArgumentException(
          "Shared memory of %d bytes is too small: give at least %d."
              .formatted(bytes, BucketLayout.BUCKET_BYTES));
    }
    this.bytes = bytes;
  }

  /** Memory for one of the caches. */
  public BucketMemory part() {
    return new Part();
  }

  /** The bound. */
  public long bytes() {
    return bytes;
  }

  /** What is taken; at most the bound. */
  public synchronized long heldBytes() {
    return (long) held * BucketLayout.BUCKET_BYTES + reserved;
  }

  private synchronized ByteBuffer[] allocate(int buckets) {
    requireRoom((long) buckets * BucketLayout.BUCKET_BYTES);
    ByteBuffer[] all = new ByteBuffer[buckets];
    for (int i = 0; i < buckets; i++) {
      ByteBuffer memory = DirectMemory.newMemory();
      held++;
      // Every view of the bucket refers to its memory.
      CLEANER.register(memory, this::freed);
      all[i] = DirectMemory.aligned(memory);
    }
    return all;
  }

  private synchronized void freed() {
    held--;
    notifyAll();
  }

  private synchronized void reserve(long more) {
    if (more > 0) {
      requireRoom(more);
    }
    reserved += more;
  }

  /** Waits for room, if there is none, as long as it takes to free what was found unused. */
  private synchronized void requireRoom(long more) {
    long deadline = System.nanoTime() + MAX_WAIT_NANOS;
    while (more > bytes - heldBytes()) {
      long left = deadline - System.nanoTime();
      if (left <= 0 || Thread.currentThread().isInterrupted()) {
        throw new OutOfMemoryError(
            ("shared memory of %d bytes, of which %d are taken, cannot give %d more: give it more, or"
                    + " its caches less; what they gave up is free once it is collected")
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
    public ByteBuffer[] allocate(int count) {
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

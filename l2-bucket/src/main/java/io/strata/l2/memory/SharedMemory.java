package io.strata.l2.memory;

import io.strata.l2.layout.BucketLayout;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Direct memory for several caches of one process, with one bound for what they take together: a
 * store of blocks and a cache of entries that grow, each of which is given {@link #part}.
 * Thread-safe.
 *
 * <p>A bucket counts until its cache releases it, which a cache does when it shrinks or is closed
 * and nothing of it is read any more; or, of a cache that was dropped, until it is collected.
 */
public final class SharedMemory {
  private final long bytes;
  private final AtomicInteger held = new AtomicInteger();

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
    return (long) held.get() * BucketLayout.BUCKET_BYTES + reserved;
  }

  private synchronized ByteBuffer[] allocate(int buckets, DirectBuckets of) {
    requireRoom((long) buckets * BucketLayout.BUCKET_BYTES);
    return of.allocate(buckets);
  }

  private synchronized void reserve(long more) {
    if (more > 0) {
      requireRoom(more);
    }
    reserved += more;
  }

  private void requireRoom(long more) {
    long taken = heldBytes();
    if (more > bytes - taken) {
      throw new OutOfMemoryError(
          "shared memory of %d bytes, of which %d are taken, cannot give %d more: give it more, or its caches less"
              .formatted(bytes, taken, more));
    }
  }

  private final class Part implements BucketMemory {
    private final DirectBuckets buckets = new DirectBuckets(held);

    @Override
    public ByteBuffer[] allocate(int count) {
      return SharedMemory.this.allocate(count, buckets);
    }

    @Override
    public void release(ByteBuffer bucket) {
      buckets.release(bucket);
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

package io.strata.l2.memory;

import io.strata.l2.layout.BucketLayout;
import java.nio.ByteBuffer;

/**
 * Direct memory for several caches of one process, with one bound for what they take together: a
 * store of blocks and a cache of entries that grow, each of which is given {@link #part}.
 * Thread-safe.
 *
 * <p>What a cache let go of counts until the garbage collector has found that nobody refers to it;
 * who wants memory that is not there provokes that, and waits for it.
 */
public final class SharedMemory {
  private final long bytes;
  private final HeldBuckets held = new HeldBuckets();

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

  /** What is taken, or was let go of and is not collected yet; at most the bound. */
  public synchronized long heldBytes() {
    return (long) held.count() * BucketLayout.BUCKET_BYTES + reserved;
  }

  private synchronized ByteBuffer[] allocate(int buckets) {
    long most = (bytes - reserved) / BucketLayout.BUCKET_BYTES - buckets;
    try {
      if (most < 0) {
        throw new OutOfMemoryError("they are more than all of it");
      }
      held.awaitAtMost((int) most);
    } catch (OutOfMemoryError e) {
      throw refused((long) buckets * BucketLayout.BUCKET_BYTES, e);
    }
    ByteBuffer[] all = DirectMemory.newBuckets(buckets);
    held.add(all);
    return all;
  }

  private synchronized void reserve(long more) {
    long buckets = (bytes - reserved - more) / BucketLayout.BUCKET_BYTES;
    if (more > 0) {
      try {
        held.awaitAtMost((int) Math.max(0, buckets));
      } catch (OutOfMemoryError e) {
        throw refused(more, e);
      }
      if (reserved + more > bytes) {
        throw refused(more, new OutOfMemoryError("they are more than all of it"));
      }
    }
    reserved += more;
  }

  private OutOfMemoryError refused(long wanted, OutOfMemoryError why) {
    OutOfMemoryError refused =
        new OutOfMemoryError(
            "shared memory of %d bytes, of which %d are taken, cannot give %d more (%s): give it more, or its caches less"
                .formatted(bytes, heldBytes(), wanted, why.getMessage()));
    refused.initCause(why);
    return refused;
  }

  private final class Part implements BucketMemory {
    @Override
    public ByteBuffer[] allocate(int buckets) {
      return SharedMemory.this.allocate(buckets);
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

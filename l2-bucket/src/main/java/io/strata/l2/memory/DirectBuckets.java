package io.strata.l2.memory;

import io.strata.l2.layout.BucketLayout;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The buckets of direct memory of one cache, an allocation each, so that each can be freed by
 * itself. Thread-safe.
 */
final class DirectBuckets {
  private static final Cleaner CLEANER = Cleaner.create();

  private final AtomicInteger held;

  /** By identity: buffers are equal when their bytes are. */
  private final IdentityHashMap<ByteBuffer, Owned> owned = new IdentityHashMap<>();

  private record Owned(FreeableMemory memory, Cleaner.Cleanable counted) {}

  /**
   * @param held counts the buckets, until they are released or collected
   */
  DirectBuckets(AtomicInteger held) {
    this.held = held;
  }

  /**
   * Allocates buckets: all, or none.
   *
   * @throws OutOfMemoryError when the process may not have so much direct memory
   */
  ByteBuffer[] allocate(int buckets) {
    ByteBuffer[] all = new ByteBuffer[buckets];
    int done = 0;
    try {
      for (; done < buckets; done++) {
        all[done] = allocate();
      }
    } finally {
      if (done < buckets) {
        for (int i = 0; i < done; i++) {
          release(all[i]);
        }
      }
    }
    return all;
  }

  private ByteBuffer allocate() {
    FreeableMemory memory =
        FreeableMemory.allocate(BucketLayout.BUCKET_BYTES, BucketLayout.ALIGNMENT);
    ByteBuffer bucket = memory.buffer();
    held.incrementAndGet();
    Owned one = new Owned(memory, CLEANER.register(bucket, held::decrementAndGet));
    synchronized (owned) {
      owned.put(bucket, one);
    }
    return bucket;
  }

  /** Frees a bucket that no thread touches any more. */
  void release(ByteBuffer bucket) {
    Owned one;
    synchronized (owned) {
      one = Objects.requireNonNull(owned.remove(bucket), "a bucket of this memory");
    }
    one.memory.free();
    one.counted.clean();
  }
}

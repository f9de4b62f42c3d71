package io.strata.l2.memory;

import io.strata.l2.layout.BucketLayout;
import java.nio.ByteBuffer;

/**
 * Buckets from direct memory, sixteen to a buffer. An allocation for each bucket would cost a page
 * more for each, and begin off the cache lines; and a buffer of this size is one that the C library
 * maps by itself, and gives back to the operating system when no bucket of it is used any more.
 */
final class DirectMemory implements BucketMemory {
  private static final int BUCKETS_PER_BUFFER = 16;

  private final HeldBuckets held = new HeldBuckets();

  @Override
  public boolean isResizable() {
    return true;
  }

  @Override
  public void awaitHeldAtMost(int buckets) {
    held.awaitAtMost(buckets);
  }

  @Override
  public ByteBuffer[] allocate(int buckets) {
    ByteBuffer[] all = newBuckets(buckets);
    held.add(all);
    return all;
  }

  /** Buckets that nobody counts. */
  static ByteBuffer[] newBuckets(int buckets) {
    ByteBuffer[] all = new ByteBuffer[buckets];
    for (int first = 0; first < buckets; first += BUCKETS_PER_BUFFER) {
      int count = Math.min(BUCKETS_PER_BUFFER, buckets - first);
      ByteBuffer buffer =
          ByteBuffer.allocateDirect(count * BucketLayout.BUCKET_BYTES + BucketLayout.ALIGNMENT)
              .alignedSlice(BucketLayout.ALIGNMENT);
      for (int i = 0; i < count; i++) {
        all[first + i] = buffer.slice(i * BucketLayout.BUCKET_BYTES, BucketLayout.BUCKET_BYTES);
      }
    }
    return all;
  }
}

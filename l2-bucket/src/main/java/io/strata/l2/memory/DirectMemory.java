package io.strata.l2.memory;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/** Buckets from direct memory. */
final class DirectMemory implements BucketMemory {
  private final DirectBuckets buckets = new DirectBuckets(new AtomicInteger());

  @Override
  public boolean isResizable() {
    return true;
  }

  @Override
  public ByteBuffer[] allocate(int count) {
    return buckets.allocate(count);
  }

  @Override
  public void release(ByteBuffer bucket) {
    buckets.release(bucket);
  }
}

package io.strata.l2.memory;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.strata.l2.layout.BucketLayout;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;

/** Buckets of direct memory, each allocated separately so that it can be freed separately. */
final class DirectMemory implements BucketMemory {
  @Override
  public boolean isResizable() {
    return true;
  }

  /**
   * Returns {@code buckets} if the limit of direct memory leaves too little for them: some of the
   * used memory may be garbage, which the JVM collects during the allocation, and a size that is
   * too large then fails at once.
   */
  @Override
  public int first(int buckets) {
    boolean fits = (long) buckets * BucketLayout.BUCKET_BYTES <= limit() - used();
    return fits ? Math.min(buckets, FIRST_BUCKETS) : buckets;
  }

  /** Returns the JVM's limit of direct memory, in bytes; unbounded if it is unknown. */
  private static long limit() {
    HotSpotDiagnosticMXBean options =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    if (options == null) {
      return Long.MAX_VALUE;
    }
    long limit = Long.parseLong(options.getVMOption("MaxDirectMemorySize").getValue());
    return limit > 0 ? limit : Runtime.getRuntime().maxMemory();
  }

  private static long used() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getTotalCapacity)
        .sum();
  }

  @Override
  public ByteBuffer[] allocate(int buckets) {
    ByteBuffer[] all = new ByteBuffer[buckets];
    for (int i = 0; i < buckets; i++) {
      all[i] = aligned(newMemory());
    }
    return all;
  }

  /** Allocates the memory of a bucket. */
  static ByteBuffer newMemory() {
    return ByteBuffer.allocateDirect(BucketLayout.BUCKET_BYTES + BucketLayout.ALIGNMENT);
  }

  /** Returns the bucket in its memory, aligned to a cache line. */
  static ByteBuffer aligned(ByteBuffer memory) {
    return memory.alignedSlice(BucketLayout.ALIGNMENT).slice(0, BucketLayout.BUCKET_BYTES);
  }
}

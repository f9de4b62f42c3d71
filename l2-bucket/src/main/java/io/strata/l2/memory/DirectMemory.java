package io.strata.l2.memory;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.strata.l2.layout.BucketLayout;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;

/** Buckets from direct memory, an allocation each, so that each can be freed by itself. */
final class DirectMemory implements BucketMemory {
  @Override
  public boolean isResizable() {
    return true;
  }

  /**
   * Where there is not room for all, some of what is taken may be garbage: the JVM collects that
   * while the buckets are allocated, and whoever asks for too much is told so at once.
   */
  @Override
  public int first(int buckets) {
    boolean isRoom = (long) buckets * BucketLayout.BUCKET_BYTES <= limit() - taken();
    return isRoom ? Math.min(buckets, FIRST_BUCKETS) : buckets;
  }

  /** What the JVM gives out; without bound where it does not say. */
  private static long limit() {
    HotSpotDiagnosticMXBean options =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    if (options == null) {
      return Long.MAX_VALUE;
    }
    long limit = Long.parseLong(options.getVMOption("MaxDirectMemorySize").getValue());
    return limit > 0 ? limit : Runtime.getRuntime().maxMemory();
  }

  private static long taken() {
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

  /** The memory of a bucket. */
  static ByteBuffer newMemory() {
    return ByteBuffer.allocateDirect(BucketLayout.BUCKET_BYTES + BucketLayout.ALIGNMENT);
  }

  /** The bucket in its memory, which begins at a cache line. */
  static ByteBuffer aligned(ByteBuffer memory) {
    return memory.alignedSlice(BucketLayout.ALIGNMENT).slice(0, BucketLayout.BUCKET_BYTES);
  }
}

package io.strata.l2.memory;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.BucketLayout;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Buckets of direct memory, several in an allocation.
 *
 * <p>The JVM allocates with {@code malloc}. Once a process has freed an allocation of up to 32 MB,
 * the C library of Linux serves others of that size from heaps, a heap to some threads, and keeps
 * what is freed there: a store that shrinks and grows would exceed every bound. Larger allocations
 * are mappings, which end when they are freed (mallopt(3), {@code M_MMAP_THRESHOLD}).
 */
final class DirectMemory implements BucketMemory {
  /** With the alignment just more than 32 MB. */
  static final int BUCKETS_TOGETHER = (32 << 20) / BucketLayout.BUCKET_BYTES;

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
  public BucketBuffer[] allocate(int buckets) {
    return allocate(buckets, allocation -> {});
  }

  /**
   * Allocates buckets, aligned to a cache line. Only fewer than {@link #BUCKETS_TOGETHER} come from
   * an allocation of less than 32 MB.
   *
   * @param observer receives each allocation
   */
  static BucketBuffer[] allocate(int buckets, Consumer<ByteBuffer> observer) {
    BucketBuffer[] all = new BucketBuffer[buckets];
    for (int done = 0; done < buckets; ) {
      int left = buckets - done;
      int count = left < 2 * BUCKETS_TOGETHER ? left : BUCKETS_TOGETHER;
      ByteBuffer allocation =
          ByteBuffer.allocateDirect(count * BucketLayout.BUCKET_BYTES + BucketLayout.ALIGNMENT);
      observer.accept(allocation);
      int first =
          -allocation.alignmentOffset(0, BucketLayout.ALIGNMENT) & (BucketLayout.ALIGNMENT - 1);
      for (int i = 0; i < count; i++) {
        all[done + i] = new BucketBuffer(allocation, first + i * BucketLayout.BUCKET_BYTES);
      }
      done += count;
    }
    return all;
  }
}

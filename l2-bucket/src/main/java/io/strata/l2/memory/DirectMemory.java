package io.strata.l2.memory;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.BucketLayout;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Buckets of direct memory, several in an allocation.
 *
 * <p>The JVM allocates with {@code malloc}. Once a process has freed an allocation of up to 32 MB,
 * the C library of Linux serves others of that size from heaps, a heap to some threads, and keeps
 * what is freed there: a store that shrinks and grows would exceed every bound. Larger allocations
 * are mappings, which end when they are freed (mallopt(3), {@code M_MMAP_THRESHOLD}).
 */
final class DirectMemory implements BucketMemory {
  /** Just more than 32 MB. */
  private static final int BUCKETS_TOGETHER = (32 << 20) / BucketLayout.BUCKET_BYTES + 1;

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

  /**
   * Returns buckets that are aligned to a cache line. Only fewer than {@link #BUCKETS_TOGETHER}
   * come from an allocation of less than 32 MB.
   */
  @Override
  public BucketBuffer[] allocate(int buckets) {
    BucketBuffer[] all = new BucketBuffer[buckets];
    for (int done = 0; done < buckets; ) {
      int left = buckets - done;
      int count = left < 2 * BUCKETS_TOGETHER ? left : BUCKETS_TOGETHER;
      for (BucketBuffer each : allocateTogether(count)) {
        all[done++] = each;
      }
    }
    return all;
  }

  /** Returns the buckets of one allocation, aligned to a cache line. */
  static BucketBuffer[] allocateTogether(int count) {
    ByteBuffer allocation =
        ByteBuffer.allocateDirect(count * BucketLayout.BUCKET_BYTES + BucketLayout.ALIGNMENT);
    int first =
        -allocation.alignmentOffset(0, BucketLayout.ALIGNMENT) & (BucketLayout.ALIGNMENT - 1);
    BucketBuffer[] all = new BucketBuffer[count];
    Arrays.setAll(all, i -> new BucketBuffer(allocation, first + i * BucketLayout.BUCKET_BYTES));
    return all;
  }
}

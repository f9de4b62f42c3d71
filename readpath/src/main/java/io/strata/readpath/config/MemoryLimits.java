package io.strata.readpath.config;

import java.lang.management.ManagementFactory;

/**
 * The memory that the JVM was started with, in bytes.
 *
 * @param maxHeap the limit that {@code -Xmx} sets
 * @param maxDirect the limit of direct memory that {@code -XX:MaxDirectMemorySize} sets, which is
 *     the heap's where that option is not given
 * @param overhead what the JVM takes beside these
 * @param physical what there is for all of it
 */
public record MemoryLimits(
    long maxHeap, long maxDirect, JvmOverhead overhead, PhysicalMemory physical) {

  /** A JVM without further options, on a machine with room for it. */
  public MemoryLimits(long maxHeap, long maxDirect) {
    this(maxHeap, maxDirect, JvmOverhead.USUAL, PhysicalMemory.ENDLESS);
  }

  /** The limits of the process that this runs in. */
  public static MemoryLimits ofThisProcess() {
    long maxHeap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getMax();
    if (maxHeap <= 0) {
      maxHeap = Runtime.getRuntime().maxMemory();
    }
    long maxDirect = JvmOverhead.option("MaxDirectMemorySize");
    return new MemoryLimits(
        maxHeap,
        maxDirect > 0 ? maxDirect : Runtime.getRuntime().maxMemory(),
        JvmOverhead.ofThisProcess(),
        PhysicalMemory.ofThisProcess());
  }
}

package io.strata.readpath.config;

import java.lang.management.ManagementFactory;

/**
 * The memory limits of the JVM, in bytes.
 *
 * @param maxHeap the heap for objects, which HBase's shares refer to
 * @param maxDirect the limit of direct memory that {@code -XX:MaxDirectMemorySize} sets; without
 *     that option, the limit of the heap
 * @param jvm the memory that the JVM may take beside direct buffers
 * @param physical the memory of the container or machine
 */
public record MemoryLimits(long maxHeap, long maxDirect, JvmMemory jvm, PhysicalMemory physical) {

  /** A JVM without further options, on a machine with unlimited memory. */
  public MemoryLimits(long maxHeap, long maxDirect) {
    this(maxHeap, maxDirect, JvmMemory.usual(maxHeap), PhysicalMemory.UNLIMITED);
  }

  /** Returns the limits of this process. */
  public static MemoryLimits ofThisProcess() {
    long maxHeap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getMax();
    if (maxHeap <= 0) {
      maxHeap = Runtime.getRuntime().maxMemory();
    }
    long maxDirect = JvmMemory.option("MaxDirectMemorySize");
    return new MemoryLimits(
        maxHeap,
        maxDirect > 0 ? maxDirect : Runtime.getRuntime().maxMemory(),
        JvmMemory.ofThisProcess(),
        PhysicalMemory.ofThisProcess());
  }
}

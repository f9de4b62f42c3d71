package io.strata.readpath.config;

import java.lang.management.ManagementFactory;

/**
 * The memory that the JVM was started with, in bytes.
 *
 * @param maxHeap the heap that there is for objects, by which HBase reckons
 * @param maxDirect the limit of direct memory that {@code -XX:MaxDirectMemorySize} sets, which is
 *     the heap's where that option is not given
 * @param jvm what the JVM may take of the machine's memory
 * @param physical what there is for all of it
 */
public record MemoryLimits(long maxHeap, long maxDirect, JvmMemory jvm, PhysicalMemory physical) {

  /** A JVM without further options, on a machine with room for it. */
  public MemoryLimits(long maxHeap, long maxDirect) {
    this(maxHeap, maxDirect, JvmMemory.usual(maxHeap), PhysicalMemory.ENDLESS);
  }

  /** The limits of the process that this runs in. */
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

package io.strata.readpath.config;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/**
 * The memory that the JVM was started with, in bytes.
 *
 * @param maxHeap the limit that {@code -Xmx} sets
 * @param maxDirect the limit of direct memory that {@code -XX:MaxDirectMemorySize} sets, which is
 *     the heap's where that option is not given
 */
public record MemoryLimits(long maxHeap, long maxDirect) {

  /** The limits of the process that this runs in. */
  public static MemoryLimits ofThisProcess() {
    long maxHeap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getMax();
    if (maxHeap <= 0) {
      maxHeap = Runtime.getRuntime().maxMemory();
    }
    long maxDirect =
        Long.parseLong(
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("MaxDirectMemorySize")
                .getValue());
    return new MemoryLimits(maxHeap, maxDirect > 0 ? maxDirect : Runtime.getRuntime().maxMemory());
  }
}

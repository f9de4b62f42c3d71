package io.strata.readpath.config;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;

/**
 * What a JVM may take beside direct buffers, in bytes.
 *
 * @param heap the limit that {@code -Xmx} sets. Collectors report less, for of two spaces between
 *     which they copy objects one is always empty; the kernel counts both.
 * @param metadata the classes; the limit that {@code -XX:MaxMetaspaceSize} sets, or {@link
 *     #USUAL_METADATA}
 * @param code compiled methods, the limit that {@code -XX:ReservedCodeCacheSize} sets
 * @param stack of one thread, as {@code -Xss} sets it
 */
public record JvmMemory(long heap, long metadata, long code, long stack) {
  private static final long MB = 1L << 20;

  /** What the classes of a RegionServer are given where no option says: half as much is usual. */
  static final long USUAL_METADATA = 128 * MB;

  static final long USUAL_CODE = 240 * MB;

  static final long USUAL_STACK = MB;

  private static final long MAX_METADATA = 1L << 40;

  /** With no other option than {@code -Xmx}, on JDK 17 and x86. */
  public static JvmMemory usual(long heap) {
    return new JvmMemory(heap, USUAL_METADATA, USUAL_CODE, USUAL_STACK);
  }

  /** That of the process that this runs in. */
  static JvmMemory ofThisProcess() {
    long metadata = option("MaxMetaspaceSize");
    return new JvmMemory(
        option("MaxHeapSize"),
        metadata > 0 && metadata < MAX_METADATA ? metadata : USUAL_METADATA,
        option("ReservedCodeCacheSize"),
        option("ThreadStackSize") << 10);
  }

  /** The number that an option has; "no limit" is, by version, -1 or nearly 2^64. */
  static long option(String name) {
    String value =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
            .getVMOption(name)
            .getValue();
    return new BigInteger(value).longValue();
  }
}

package io.strata.readpath.config;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;

/**
 * The memory that a JVM may take beside direct buffers, in bytes.
 *
 * @param heap the limit that {@code -Xmx} sets. Copying collectors report less, because one of
 *     their two survivor spaces is always empty; the kernel counts both.
 * @param metadata class metadata: the limit that {@code -XX:MaxMetaspaceSize} sets, or {@link
 *     #USUAL_METADATA}
 * @param code compiled methods: the limit that {@code -XX:ReservedCodeCacheSize} sets
 * @param stack of one thread, as {@code -Xss} sets it
 */
public record JvmMemory(long heap, long metadata, long code, long stack) {
  private static final long MB = 1L << 20;

  /** The allowance for a RegionServer's class metadata without a limit: twice the usual use. */
  static final long USUAL_METADATA = 128 * MB;

  static final long USUAL_CODE = 240 * MB;

  static final long USUAL_STACK = MB;

  private static final long MAX_METADATA = 1L << 40;

  /** Returns the memory of a JVM with no option but {@code -Xmx}, on JDK 17 and x86. */
  public static JvmMemory usual(long heap) {
    return new JvmMemory(heap, USUAL_METADATA, USUAL_CODE, USUAL_STACK);
  }

  /** Returns the memory of this process. */
  static JvmMemory ofThisProcess() {
    long metadata = option("MaxMetaspaceSize");
    return new JvmMemory(
        option("MaxHeapSize"),
        metadata > 0 && metadata < MAX_METADATA ? metadata : USUAL_METADATA,
        option("ReservedCodeCacheSize"),
        option("ThreadStackSize") << 10);
  }

  /** Returns the number of an option; "no limit" is -1 or nearly 2^64, depending on the version. */
  static long option(String name) {
    String value =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
            .getVMOption(name)
            .getValue();
    return new BigInteger(value).longValue();
  }
}

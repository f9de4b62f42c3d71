package io.strata.l2.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** How much heap threads allocate. */
public final class AllocatedBytes {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private AllocatedBytes() {}

  /** Bytes of heap that this thread has allocated so far. */
  public static long ofThisThread() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}

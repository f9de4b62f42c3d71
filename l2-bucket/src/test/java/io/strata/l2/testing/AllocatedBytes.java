package io.strata.l2.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Measures the heap allocation of threads. */
public final class AllocatedBytes {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private AllocatedBytes() {}

  /** Returns the bytes of heap allocated by this thread so far. */
  public static long ofThisThread() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}

package io.strata.perf.common;

import java.lang.management.ManagementFactory;

/** Heap usage of this process. Stateless. */
public final class Heap {
  private static final int COLLECTIONS = 4;
  private static final long PAUSE_MILLIS = 100;

  private Heap() {}

  /** Returns the used bytes after several full collections. */
  public static long usedBytes() throws InterruptedException {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      Thread.sleep(PAUSE_MILLIS);
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}

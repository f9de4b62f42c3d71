package io.strata.readpath.region;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.nio.RefCnt;

/**
 * Collects what Netty's leak detection reports of HBase's reference counts: a count that became
 * garbage before it came to zero. One at a time in a process.
 *
 * <p>A leak is only reported once the garbage collector has found it and the next count is made. So
 * each look first loses a count of its own, and waits until that one has been reported: the
 * detection works, and whatever was lost before has been found too.
 */
final class LeakWatch {
  private static final String CANARY = "canary of the leak watch ";
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);
  private static final AtomicLong CANARIES = new AtomicLong();

  private final Queue<String> reported = new ConcurrentLinkedQueue<>();

  /** Watches from now on; what was lost before is not counted. */
  LeakWatch() throws InterruptedException {
    RefCnt.detector.setLeakListener((type, records) -> reported.add(records));
    awaitCanary();
    reported.clear();
  }

  /** What was lost since the beginning and is garbage by now, with the places that touched it. */
  List<String> leaks() throws InterruptedException {
    awaitCanary();
    return reported.stream().filter(leak -> !leak.contains(CANARY)).toList();
  }

  private void awaitCanary() throws InterruptedException {
    String name = CANARY + CANARIES.incrementAndGet() + ".";
    loseOne(name);
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (reported.stream().noneMatch(leak -> leak.contains(name))) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(
            "Leak detection reports nothing: run with -Dorg.apache.hbase.thirdparty.io.netty"
                + ".leakDetection.level=paranoid.");
      }
      System.gc();
      Thread.sleep(10);
      RefCnt.create(() -> {}).release();
    }
  }

  private static void loseOne(String hint) {
    RefCnt.create(() -> {}).touch(hint);
  }
}

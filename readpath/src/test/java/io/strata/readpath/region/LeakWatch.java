package io.strata.readpath.region;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.nio.RefCnt;

/**
 * Collects the reports of Netty's leak detection about HBase's reference counts: counts that became
 * garbage before they dropped to zero. Only one instance at a time in a process.
 *
 * <p>A leak is reported only after the garbage collector has found it and another count is created.
 * So each check first leaks a count of its own and waits for its report. Then the detection is
 * known to work, and all earlier leaks have been reported, too.
 */
final class LeakWatch {
  private static final String CANARY = "canary of the leak watch ";
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);
  private static final AtomicLong CANARIES = new AtomicLong();

  private final Queue<String> reported = new ConcurrentLinkedQueue<>();

  /** Starts watching; earlier leaks are ignored. */
  LeakWatch() throws InterruptedException {
    RefCnt.detector.setLeakListener((type, records) -> reported.add(records));
    awaitCanary();
    reported.clear();
  }

  /** Returns the leaks since the start that are garbage by now, with their access records. */
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

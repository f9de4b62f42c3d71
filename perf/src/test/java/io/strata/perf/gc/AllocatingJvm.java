package io.strata.perf.gc;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.management.JMException;
import javax.management.NotificationEmitter;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * The program of a JVM that allocates in a known way and says what its own MBeans tell of it, a
 * name and a number in each line.
 */
final class AllocatingJvm {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final List<GarbageCollectorMXBean> COLLECTORS =
      ManagementFactory.getGarbageCollectorMXBeans();
  private static final ConcurrentLinkedQueue<Long> DURATIONS = new ConcurrentLinkedQueue<>();
  private static final byte[][] KEPT = new byte[400][];
  private static final byte[][] LATER_GARBAGE = new byte[800][];

  private AllocatingJvm() {}

  /** Allocates so many megabytes; without any number, until its input ends. */
  public static void main(String[] args) throws Exception {
    if (args.length == 0) {
      say("ready", 1);
      while (System.in.available() == 0) {
        allocate(10);
      }
      return;
    }
    listen();
    THREADS.getCurrentThreadAllocatedBytes();
    Arrays.setAll(KEPT, i -> new byte[25_000]);
    Arrays.setAll(LATER_GARBAGE, i -> new byte[25_000]);
    classHistogram();
    System.gc();
    Thread.sleep(5);
    say("begin", System.currentTimeMillis());
    long before = THREADS.getCurrentThreadAllocatedBytes();
    allocate(Long.parseLong(args[0]));
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    say("end", System.currentTimeMillis());
    Thread.sleep(5);
    Arrays.fill(LATER_GARBAGE, null);
    System.gc();
    allocate(8);
    System.gc();
    say("allocated", allocated);
    count();
    awaitNotifications();
    say("longest", DURATIONS.stream().mapToLong(Long::longValue).max().orElse(0));
  }

  /** Mostly small arrays, some of them kept for a while, and a few that G1 calls humongous. */
  static void allocate(long megabytes) {
    SplittableRandom random = new SplittableRandom(1);
    for (long left = megabytes << 20; left > 0; ) {
      byte[] bytes = new byte[random.nextInt(1_000, 50_000)];
      if (random.nextInt(400) == 0) {
        bytes = new byte[700_000];
      }
      KEPT[random.nextInt(random.nextInt(20) == 0 ? KEPT.length : 1)] = bytes;
      left -= bytes.length;
    }
  }

  /** Says how often each collector ran until a time at which none did. */
  private static void count() throws InterruptedException {
    long time;
    List<Long> counts;
    do {
      time = System.currentTimeMillis();
      counts = counts();
      Thread.sleep(20);
    } while (!counts.equals(counts()));
    say("counted", time + 10);
    for (GarbageCollectorMXBean collector : COLLECTORS) {
      say(collector.getName() + " count", collector.getCollectionCount());
      say(collector.getName() + " millis", collector.getCollectionTime());
    }
  }

  private static List<Long> counts() {
    return COLLECTORS.stream().map(GarbageCollectorMXBean::getCollectionCount).toList();
  }

  private static void listen() {
    for (GarbageCollectorMXBean collector : COLLECTORS) {
      ((NotificationEmitter) collector)
          .addNotificationListener(
              (notification, handback) ->
                  DURATIONS.add(
                      GarbageCollectionNotificationInfo.from(
                              (CompositeData) notification.getUserData())
                          .getGcInfo()
                          .getDuration()),
              null,
              null);
    }
  }

  private static void awaitNotifications() throws InterruptedException {
    long collections =
        COLLECTORS.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum();
    for (int i = 0; i < 500 && DURATIONS.size() < collections; i++) {
      Thread.sleep(10);
    }
  }

  /** It stops the server for a full collection of its own cause. */
  private static void classHistogram() throws JMException, IOException {
    ManagementFactory.getPlatformMBeanServer()
        .invoke(
            new ObjectName("com.sun.management:type=DiagnosticCommand"),
            "gcClassHistogram",
            new Object[] {new String[0]},
            new String[] {String[].class.getName()});
  }

  private static void say(String name, long number) {
    System.out.println(name + "=" + number);
  }
}

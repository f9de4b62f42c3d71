package io.strata.perf.gc;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * A program that allocates in a known way and prints figures of its own MBeans, a name and a number
 * in each line.
 */
final class AllocatingJvm {
  private static final List<GarbageCollectorMXBean> COLLECTORS =
      ManagementFactory.getGarbageCollectorMXBeans();
  private static final byte[][] KEPT = new byte[400][];
  private static final byte[][] LATER_GARBAGE = new byte[800][];

  private AllocatingJvm() {}

  /** Allocates the given number of megabytes; without a number, until there is input. */
  public static void main(String[] args) throws Exception {
    if (args.length == 0) {
      print("ready", 1);
      while (System.in.available() == 0) {
        allocate(10);
      }
      return;
    }
    Thread.sleep(5);
    print("started", System.currentTimeMillis());
    Arrays.setAll(KEPT, i -> new byte[25_000]);
    Arrays.setAll(LATER_GARBAGE, i -> new byte[25_000]);
    classHistogram();
    System.gc();
    Thread.sleep(5);
    print("begin", System.currentTimeMillis());
    allocate(Long.parseLong(args[0]));
    print("end", System.currentTimeMillis());
    Thread.sleep(5);
    Arrays.fill(LATER_GARBAGE, null);
    System.gc();
    allocate(8);
    System.gc();
    count();
  }

  /** Allocates mostly small arrays, some kept for a while, and a few that are humongous for G1. */
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

  /** Prints how often each collector ran until a time at which none runs. */
  private static void count() throws InterruptedException {
    long time;
    List<Long> counts;
    do {
      time = System.currentTimeMillis();
      counts = counts();
      Thread.sleep(20);
    } while (!counts.equals(counts()));
    print("counted", time + 10);
    for (GarbageCollectorMXBean collector : COLLECTORS) {
      print(collector.getName() + " count", collector.getCollectionCount());
      print(collector.getName() + " millis", collector.getCollectionTime());
    }
  }

  private static List<Long> counts() {
    return COLLECTORS.stream().map(GarbageCollectorMXBean::getCollectionCount).toList();
  }

  /** Causes a full collection with a cause of its own. */
  private static void classHistogram() throws JMException, IOException {
    ManagementFactory.getPlatformMBeanServer()
        .invoke(
            new ObjectName("com.sun.management:type=DiagnosticCommand"),
            "gcClassHistogram",
            new Object[] {new String[0]},
            new String[] {String[].class.getName()});
  }

  private static void print(String name, long number) {
    System.out.println(name + "=" + number);
  }
}

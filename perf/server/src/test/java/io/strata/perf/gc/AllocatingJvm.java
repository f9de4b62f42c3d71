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
 * The program of a JVM that allocates in a known way and says what its own MBeans tell of it, a
 * name and a number in each line.
 */
final class AllocatingJvm {
  private static final List<GarbageCollectorMXBean> COLLECTORS =
      ManagementFactory.getGarbageCollectorMXBeans();
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
    Thread.sleep(5);
    say("started", System.currentTimeMillis());
    Arrays.setAll(KEPT, i -> new byte[25_000]);
    Arrays.setAll(LATER_GARBAGE, i -> new byte[25_000]);
    classHistogram();
    System.gc();
    Thread.sleep(5);
    say("begin", System.currentTimeMillis());
    allocate(Long.parseLong(args[0]));
    say("end", System.currentTimeMillis());
    Thread.sleep(5);
    Arrays.fill(LATER_GARBAGE, null);
    System.gc();
    allocate(8);
    System.gc();
    count();
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

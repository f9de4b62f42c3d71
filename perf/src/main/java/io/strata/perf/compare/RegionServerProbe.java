package io.strata.perf.compare;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.strata.it.cluster.HBaseProcess;
import io.strata.it.cluster.ProcessMetrics;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.MBeanServerConnection;

/** Reads the counters of a running RegionServer through JMX. Not thread-safe. */
final class RegionServerProbe implements AutoCloseable {
  /** HBase shows numbers that are up to five seconds old, counted from when they were last read. */
  private static final long REFRESH_NANOS = 5_200_000_000L;

  private final ProcessMetrics metrics;
  private final MBeanServerConnection beans;
  private final OperatingSystemMXBean process;
  private final ThreadMXBean threads;
  private long lastRead = System.nanoTime() - REFRESH_NANOS;

  RegionServerProbe(HBaseProcess server) throws IOException {
    metrics = ProcessMetrics.of(server);
    beans = metrics.beans();
    process = proxy(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME, OperatingSystemMXBean.class);
    threads = proxy(ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
  }

  private <T> T proxy(String name, Class<T> type) throws IOException {
    return ManagementFactory.newPlatformMXBeanProxy(beans, name, type);
  }

  /** The totals now. Waits where they were read so recently that HBase would show the old ones. */
  Counters read() throws IOException, InterruptedException {
    long wait = REFRESH_NANOS - (System.nanoTime() - lastRead);
    if (wait > 0) {
      Thread.sleep(wait / 1_000_000 + 1);
    }
    List<GarbageCollectorMXBean> collectors =
        ManagementFactory.getPlatformMXBeans(beans, GarbageCollectorMXBean.class);
    Counters counters =
        new Counters(
            process.getProcessCpuTime(),
            allocated(),
            collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum(),
            collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum(),
            metrics.regionServer("l1CacheHitCount"),
            metrics.regionServer("l1CacheMissCount"),
            metrics.regionServer("l2CacheHitCount"),
            metrics.regionServer("l2CacheMissCount"),
            metrics.regionServer("l2CacheSize"),
            metrics.regionServer("l2CacheCount"));
    lastRead = System.nanoTime();
    return counters;
  }

  private Map<Long, Long> allocated() {
    long[] ids = threads.getAllThreadIds();
    long[] bytes = threads.getThreadAllocatedBytes(ids);
    Map<Long, Long> byThread = new HashMap<>();
    for (int i = 0; i < ids.length; i++) {
      // A thread that ends between the two calls answers -1.
      if (bytes[i] >= 0) {
        byThread.put(ids[i], bytes[i]);
      }
    }
    return byThread;
  }

  @Override
  public void close() {
    metrics.close();
  }
}

package io.strata.perf.run;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.strata.it.cluster.HBaseProcess;
import io.strata.it.cluster.ProcessMetrics;
import io.strata.perf.run.Configuration.HitCounters;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.MBeanServerConnection;

/** Reads the counters of a running RegionServer. Not thread-safe. */
final class ServerProbe implements AutoCloseable {
  private static final OperatingSystemMXBean CLIENT =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** Suffix of beans for concurrent cycles, which are not pauses, such as "ZGC Cycles". */
  private static final String CONCURRENT = "Cycles";

  private final HitCounters hitCounters;
  private final ProcessMetrics metrics;
  private final MBeanServerConnection beans;
  private final OperatingSystemMXBean process;
  private final ThreadMXBean threads;
  private final List<GarbageCollectorMXBean> collectors;
  private final Path io;

  ServerProbe(HBaseProcess server, HitCounters hitCounters) throws IOException {
    this.hitCounters = hitCounters;
    metrics = ProcessMetrics.of(server);
    beans = metrics.beans();
    process = proxy(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME, OperatingSystemMXBean.class);
    threads = proxy(ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
    collectors =
        ManagementFactory.getPlatformMXBeans(beans, GarbageCollectorMXBean.class).stream()
            .filter(bean -> !bean.getName().endsWith(CONCURRENT))
            .toList();
    io = Path.of("/proc", Long.toString(server.pid()), "io");
  }

  private <T> T proxy(String name, Class<T> type) throws IOException {
    return ManagementFactory.newPlatformMXBeanProxy(beans, name, type);
  }

  /** Returns the server's MBeans, valid until this is closed. */
  MBeanServerConnection beans() {
    return beans;
  }

  /** Reads all counters. HBase's own metrics may be up to a second old. */
  ServerCounters read() throws IOException {
    Map<String, Long> bytes = io();
    return new ServerCounters(
        process.getProcessCpuTime(),
        CLIENT.getProcessCpuTime(),
        allocated(),
        metrics.regionServer(hitCounters.hits()),
        metrics.regionServer(hitCounters.misses()) / hitCounters.missesCounted(),
        metrics.regionServer("blockCacheEvictionCount"),
        metrics.regionServer("blockCacheSize"),
        bytes.getOrDefault("rchar", 0L),
        bytes.getOrDefault("read_bytes", 0L));
  }

  /** Returns the server's CPU time, in nanoseconds. */
  long cpuNanos() {
    return process.getProcessCpuTime();
  }

  /** Reads the counters that are cheap for the server. */
  SliceCounters readForSlice() throws IOException {
    return new SliceCounters(
        metrics.regionServer(hitCounters.hits()),
        metrics.regionServer(hitCounters.misses()) / hitCounters.missesCounted(),
        io().getOrDefault("rchar", 0L),
        collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum());
  }

  private Map<Long, Long> allocated() {
    long[] ids = threads.getAllThreadIds();
    long[] bytes = threads.getThreadAllocatedBytes(ids);
    Map<Long, Long> byThread = new HashMap<>();
    for (int i = 0; i < ids.length; i++) {
      // -1 for a thread that ended between the two calls.
      if (bytes[i] >= 0) {
        byThread.put(ids[i], bytes[i]);
      }
    }
    return byThread;
  }

  /** Returns Linux's I/O counters of the process; empty on other systems. */
  private Map<String, Long> io() throws IOException {
    if (!Files.isReadable(io)) {
      return Map.of();
    }
    Map<String, Long> values = new HashMap<>();
    for (String line : Files.readAllLines(io)) {
      String[] nameAndValue = line.split(": ", 2);
      values.put(nameAndValue[0], Long.parseLong(nameAndValue[1]));
    }
    return values;
  }

  @Override
  public void close() {
    metrics.close();
  }
}

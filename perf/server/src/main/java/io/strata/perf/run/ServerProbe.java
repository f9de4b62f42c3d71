package io.strata.perf.run;

import com.sun.management.OperatingSystemMXBean;
import io.strata.it.cluster.HBaseProcess;
import io.strata.it.cluster.ProcessMetrics;
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
  /** Suffix of beans for concurrent cycles, which are not pauses, such as "ZGC Cycles". */
  private static final String CONCURRENT = "Cycles";

  private final Configuration configuration;
  private final ProcessMetrics metrics;
  private final OperatingSystemMXBean process;
  private final List<GarbageCollectorMXBean> collectors;
  private final Path io;

  ServerProbe(HBaseProcess server, Configuration configuration) throws IOException {
    this.configuration = configuration;
    metrics = ProcessMetrics.of(server);
    MBeanServerConnection beans = metrics.beans();
    process =
        ManagementFactory.newPlatformMXBeanProxy(
            beans, ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME, OperatingSystemMXBean.class);
    collectors =
        ManagementFactory.getPlatformMXBeans(beans, GarbageCollectorMXBean.class).stream()
            .filter(bean -> !bean.getName().endsWith(CONCURRENT))
            .toList();
    io = Path.of("/proc", Long.toString(server.pid()), "io");
  }

  /** Returns the server's CPU time, in nanoseconds. */
  long cpuNanos() {
    return process.getProcessCpuTime();
  }

  /** Reads the counters. HBase's own metrics may be up to a second old. */
  ServerCounters read() throws IOException {
    Configuration.HitCounters hitCounters = configuration.hitCounters();
    return new ServerCounters(
        metrics.regionServer(hitCounters.hits()),
        metrics.regionServer(hitCounters.misses()) / hitCounters.missesCounted(),
        io().getOrDefault("rchar", 0L),
        collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum());
  }

  /** Returns how many blocks Strata's off-heap tier has; 0 for another cache. */
  long blocks() {
    return strata("cached_tier_offheap");
  }

  /** Returns how many blocks of Strata's off-heap tier are compressed; 0 for another cache. */
  long compressedBlocks() {
    return strata("compressedBlocks");
  }

  private long strata(String metric) {
    return configuration.isStrata() ? metrics.strata(metric) : 0;
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

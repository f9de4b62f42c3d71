package io.strata.it.container;

import io.strata.it.cluster.RegionServerSetup;
import io.strata.readpath.config.Diagnosis;
import io.strata.readpath.config.JvmMemory;
import io.strata.readpath.config.MemoryLimits;
import io.strata.readpath.config.PhysicalMemory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;

/**
 * A small RegionServer and its hard memory limit by the formula of {@code docs/MEMORY.md}.
 *
 * @param tier size of the off-heap tier in MB
 * @param more additional lines of {@code hbase-site.xml}
 */
record LimitedServer(int tier, Map<String, String> more) {
  private static final int HEAP = 320;
  private static final int CLASSES = 128;
  private static final int CODE = 64;
  private static final int STACK = 1;

  /** More than the tier and HBase need, so that the formula is the limit under test. */
  private static final int DIRECT = 1536;

  /** The whole heap is touched at the start, as it would be over time. */
  static final List<String> JVM_ARGS =
      List.of(
          "-Xms%dm".formatted(HEAP),
          "-Xmx%dm".formatted(HEAP),
          "-XX:+AlwaysPreTouch",
          // In a small container the JVM would select another collector.
          "-XX:+UseG1GC",
          "-XX:MaxDirectMemorySize=%dm".formatted(DIRECT),
          "-XX:MaxMetaspaceSize=%dm".formatted(CLASSES),
          "-XX:ReservedCodeCacheSize=%dm".formatted(CODE),
          "-Xss%dm".formatted(STACK));

  /** Returns the limit by the formula, in bytes; whole megabytes. */
  long limit() {
    Configuration conf = HBaseConfiguration.create();
    site("127.0.0.1").forEach(conf::set);
    JvmMemory jvm = new JvmMemory(mb(HEAP), mb(CLASSES), mb(CODE), mb(STACK));
    MemoryLimits limits = new MemoryLimits(mb(HEAP), mb(DIRECT), jvm, PhysicalMemory.UNLIMITED);
    // Its files are those in the container.
    Diagnosis diagnosis = Diagnosis.of(conf, limits, false);
    if (!diagnosis.errors().isEmpty()) {
      throw diagnosis.errors().get(0);
    }
    return (diagnosis.settings().memoryNeed().bytes() + mb(1) - 1) & -mb(1);
  }

  private static long mb(int megabytes) {
    return (long) megabytes << 20;
  }

  /** Returns its configuration for the coordinator at that address. */
  Map<String, String> site(String coordinator) {
    Map<String, String> site = new LinkedHashMap<>(ContainerSite.ofRegionServer(coordinator));
    site.putAll(RegionServerSetup.strata(tier).site());
    site.put("hfile.block.cache.size", "0.2");
    site.put("hbase.regionserver.handler.count", "10");
    site.put("hbase.regionserver.metrics.period", "1000");
    site.putAll(more);
    return site;
  }
}

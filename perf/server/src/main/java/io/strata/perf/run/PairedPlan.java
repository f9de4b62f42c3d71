package io.strata.perf.run;

import io.strata.it.cluster.RegionServerSetup;
import io.strata.perf.common.load.Pace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The plan of a paired measurement.
 *
 * @param first one server
 * @param second the other server; ratios are second over first
 * @param memory of each server
 * @param table of which each server has a copy
 * @param loads in the order of measurement
 * @param threads number of client threads
 * @param pace of all threads together
 * @param slice length of a slice
 * @param warmUp minimum time of each server under a load before it is measured
 * @param pairs of each load; even
 * @param controlPairs of each load in the control, with the first configuration on both servers;
 *     even, 0 for no control
 * @param seed of the order and of the requests
 */
public record PairedPlan(
    Side first,
    Side second,
    Memory memory,
    PairedTable table,
    List<PairedLoad> loads,
    int threads,
    Pace pace,
    Duration slice,
    Duration warmUp,
    int pairs,
    int controlPairs,
    long seed) {
  /** Client, system RegionServer, master and ZooKeeper, with the overhead of their JVMs. */
  private static final int OTHER_MEGABYTES = 4_500;

  /** A RegionServer's memory beside heap and cache. */
  private static final int BESIDE_MEGABYTES = 400;

  /**
   * One of the two servers.
   *
   * @param site additional lines of {@code hbase-site.xml}
   */
  public record Side(Configuration configuration, Map<String, String> site) {
    /** Returns the configuration's name and the additional lines. */
    public String title() {
      StringBuilder title = new StringBuilder(configuration.id());
      site.forEach((key, value) -> title.append(", ").append(key).append('=').append(value));
      return title.toString();
    }

    RegionServerSetup setup(Memory memory, Path files) {
      return configuration.setup(memory, files).withSite(site).withJvmArgs(Collector.G1.option());
    }
  }

  /**
   * Returns the memory of all processes, with the tables if the page cache holds them, in bytes.
   */
  public long memoryBytes() {
    long tables = table.disk() ? 0 : 2 * table.bytes(memory);
    long servers = 2L * (memory.total() + BESIDE_MEGABYTES);
    return tables + (servers + OTHER_MEGABYTES) * Memory.MEGABYTE;
  }

  /** Returns the disk space for tables, logs, and caches in files, in bytes. */
  public long diskBytes() {
    return 2 * table.bytes(memory)
        + (2L * memory.cacheMegabytes() + OTHER_MEGABYTES / 10) * Memory.MEGABYTE;
  }
}

package io.strata.perf.run;

import io.strata.it.cluster.RegionServerSetup;
import io.strata.perf.common.load.Pace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What a paired measurement does.
 *
 * @param first one server
 * @param second the other, whose values are put over those of the first
 * @param memory of each
 * @param table of which each has one
 * @param loads are measured one after the other
 * @param threads that send
 * @param pace at which all threads together send
 * @param slice how long is sent at a time
 * @param warmUp how long each server is under a load before it is measured, at least
 * @param pairs of each load; even
 * @param controlPairs of each load with the first configuration on both servers; even, 0 for none
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
  /** Heaps of the client, the small server, the master and ZooKeeper, and what processes take. */
  private static final int OTHER_MEGABYTES = 4_500;

  /** What a server takes beside heap and cache. */
  private static final int BESIDE_MEGABYTES = 400;

  /**
   * A server.
   *
   * @param site further lines of {@code hbase-site.xml}
   */
  public record Side(Configuration configuration, Map<String, String> site) {
    /** Returns configuration and lines, in a few words. */
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
   * Bytes of memory that all processes take together, with the tables where the system has them.
   */
  public long memoryBytes() {
    long tables = table.disk() ? 0 : 2 * table.bytes(memory);
    long servers = 2L * (memory.total() + BESIDE_MEGABYTES);
    return tables + (servers + OTHER_MEGABYTES) * Memory.MEGABYTE;
  }

  /** Bytes of disk that tables, logs, and caches in files take. */
  public long diskBytes() {
    return 2 * table.bytes(memory)
        + (2L * memory.cacheMegabytes() + OTHER_MEGABYTES / 10) * Memory.MEGABYTE;
  }
}

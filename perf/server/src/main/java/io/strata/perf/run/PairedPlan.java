package io.strata.perf.run;

import io.strata.it.cluster.RegionServerSetup;
import io.strata.perf.common.load.Pace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The plan of paired measurements.
 *
 * @param matches in the order of measurement, at least one
 * @param memory of each server
 * @param threads number of client threads
 * @param slice length of a slice
 * @param warmUp minimum time of each server under a load before it is measured
 * @param seed of the order and of the requests
 */
public record PairedPlan(
    List<Match> matches, Memory memory, int threads, Duration slice, Duration warmUp, long seed) {
  /** Client, system RegionServer, master and ZooKeeper, with the overhead of their JVMs. */
  private static final int OTHER_MEGABYTES = 4_500;

  /** A RegionServer's memory beside heap and cache. */
  private static final int BESIDE_MEGABYTES = 400;

  /** Size of the largest cache in files, as a multiple of the cache in memory. */
  private static final int TIMES_MEMORY = 5;

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

    /**
     * The whole heap is committed and touched. Otherwise the JVM enlarges it only for objects that
     * stay, so that only a cache on the heap would get its server a large young generation.
     */
    RegionServerSetup setup(Memory memory, Path files) {
      RegionServerSetup setup = configuration.setup(memory, files).withSite(site);
      return setup.withJvmArgs("-XX:+UseG1GC", "-Xms" + setup.heap(), "-XX:+AlwaysPreTouch");
    }
  }

  /**
   * Two servers that are loaded alternately.
   *
   * @param second ratios are second over first
   * @param control whether both have the same configuration, to show the noise
   * @param steps in the order of measurement
   */
  public record Match(Side first, Side second, boolean control, List<LoadStep> steps) {
    /** Copies the list. */
    public Match {
      steps = List.copyOf(steps);
    }
  }

  /**
   * A load on both servers.
   *
   * @param name in reports and raw data; without commas
   * @param table whose rows are requested
   * @param disk whether the table's files are dropped from the page cache once a second, so that a
   *     miss reads the disk; otherwise all are read into the page cache before the measurement
   * @param scanned table that is scanned beside the load; null for none
   * @param pace of all threads together
   * @param pairs number of pairs; even
   */
  public record LoadStep(
      String name,
      PairedLoad load,
      PairedTable table,
      PairedKeys keys,
      boolean disk,
      @Nullable PairedTable scanned,
      Pace pace,
      int pairs) {
    Stream<PairedTable> tables() {
      return scanned == null ? Stream.of(table) : Stream.of(table, scanned);
    }
  }

  /** Copies the list. */
  public PairedPlan {
    matches = List.copyOf(matches);
  }

  /** Returns the tables of all loads, without duplicates. */
  List<PairedTable> tables() {
    return steps().flatMap(LoadStep::tables).distinct().toList();
  }

  private Stream<LoadStep> steps() {
    return matches.stream().flatMap(match -> match.steps().stream());
  }

  /** Returns the memory of all processes, with the tables that the page cache holds, in bytes. */
  public long memoryBytes() {
    Set<PairedTable> held =
        steps().filter(step -> !step.disk()).flatMap(LoadStep::tables).collect(Collectors.toSet());
    long servers = 2L * (memory.total() + BESIDE_MEGABYTES);
    return bytes(held) + (servers + OTHER_MEGABYTES) * Memory.MEGABYTE;
  }

  /** Returns the disk space for tables, logs, and caches in files, in bytes. */
  public long diskBytes() {
    Set<PairedTable> written =
        steps()
            .filter(step -> step.load().writes())
            .map(LoadStep::table)
            .collect(Collectors.toSet());
    // Dropped tables stay in HBase's archive for some minutes.
    return bytes(tables())
        + matches.size() * bytes(written)
        + (2L * TIMES_MEMORY * memory.cacheMegabytes() + OTHER_MEGABYTES / 10) * Memory.MEGABYTE;
  }

  private long bytes(Iterable<PairedTable> tables) {
    long bytes = 0;
    for (PairedTable table : tables) {
      bytes += 2 * table.bytes(memory);
    }
    return bytes;
  }
}

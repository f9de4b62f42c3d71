package io.strata.perf.record;

import com.sun.management.OperatingSystemMXBean;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.ProcessMetrics;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.perf.common.Progress;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * ZooKeeper, a master, and a RegionServer with Strata whose recording is switched on and off. Not
 * thread-safe.
 */
final class RecordingServer implements AutoCloseable {
  static final int HEAP_MEGABYTES = 1_024;
  static final int DIRECT_MEGABYTES = 1_024;

  private static final int MAX_WAIT_SECONDS = 60;
  private static final int POLL_MILLIS = 50;

  private final HBaseCluster cluster;
  private final Path hbase;
  private final RegionServerSetup idle;
  private final Connection connection;
  private final ProcessMetrics metrics;
  private int recordings;

  private RecordingServer(HBaseCluster cluster, Path hbase, RegionServerSetup idle)
      throws IOException {
    this.cluster = cluster;
    this.hbase = hbase;
    this.idle = idle;
    this.connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
    this.metrics = ProcessMetrics.of(cluster.regionServer());
  }

  /**
   * Starts all processes.
   *
   * @param folder for data and logs
   * @param cacheMegabytes of the off-heap tier
   */
  static RecordingServer start(Path folder, int cacheMegabytes) throws IOException {
    Path hbase = folder.resolve("hbase");
    RegionServerSetup idle =
        RegionServerSetup.strata(cacheMegabytes)
            .withHeap(HEAP_MEGABYTES + "m")
            .withDirectMemory(DIRECT_MEGABYTES + "m");
    HBaseCluster cluster =
        HBaseCluster.builder(HBaseDistribution.V2_6_4, hbase).regionServer(idle).start();
    try {
      return new RecordingServer(cluster, hbase, idle);
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** Returns the operating system's view of the RegionServer's process. */
  OperatingSystemMXBean process() throws IOException {
    return ManagementFactory.newPlatformMXBeanProxy(
        metrics.beans(),
        ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME,
        OperatingSystemMXBean.class);
  }

  /** Returns a connection for clients in this process. */
  Connection connection() {
    return connection;
  }

  /** Returns the configuration for clients that connect by themselves. */
  Configuration configuration() {
    return cluster.clientConfiguration();
  }

  /** Returns the client configuration as lines of {@code hbase-site.xml}. */
  Map<String, String> clientSite() {
    return cluster.clientSite();
  }

  /** Returns {@code hbase.rootdir} in the local file system. */
  Path rootFolder() {
    return hbase.resolve("data");
  }

  /**
   * Records accesses while an action runs. File names in the recording are hashed.
   *
   * @param folder for the files; its parent exists
   */
  void record(Path folder, Progress.Action load) throws IOException, InterruptedException {
    reconfigure(
        idle.withSite(
            Map.of(
                "strata.trace.enabled", "true",
                "strata.trace.dir", folder.toString(),
                "strata.trace.hash.names", "true")));
    recordings++;
    // The server applies a new configuration asynchronously; only its log shows when.
    awaitLog("Recording accesses to the cache in", "begin");
    load.run();
    reconfigure(idle);
    // The files are complete now.
    awaitLog("Stopped recording accesses to the cache", "end");
  }

  private void awaitLog(String line, String what) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MAX_WAIT_SECONDS);
    while (count(line) < recordings) {
      if (System.nanoTime() - deadline > 0) {
        throw new IOException(
            "The RegionServer did not %s to record within %d seconds. See its log."
                .formatted(what, MAX_WAIT_SECONDS));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private long count(String line) throws IOException {
    try (Stream<String> lines = Files.lines(cluster.regionServer().logFile())) {
      return lines.filter(each -> each.contains(line)).count();
    }
  }

  private void reconfigure(RegionServerSetup setup) throws IOException {
    cluster.reconfigureRegionServer(setup);
    try (Admin admin = connection.getAdmin()) {
      for (ServerName server : admin.getRegionServers()) {
        admin.updateConfiguration(server);
      }
    }
  }

  @Override
  public void close() throws IOException {
    try (cluster;
        metrics) {
      connection.close();
    }
  }
}

package io.strata.it.cluster;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;

/**
 * HBase in standalone mode: ZooKeeper, the master and a RegionServer in one JVM, with local files.
 * The process ends with {@link #close()}, at the latest with this JVM. Not thread-safe.
 */
public final class StandaloneHBase implements AutoCloseable {
  private static final List<String> DATA_FOLDERS = List.of("data", "tmp", "zookeeper");

  private final Path workDir;
  private final Ports ports = Ports.take();
  private final int regionServerPort = FreePorts.take();
  private final HBaseProcess process;
  private final Thread shutdownHook = new Thread(this::kill, "hbase-standalone-shutdown");

  private StandaloneHBase(Path workDir) {
    this.workDir = workDir;
    Path log = workDir.resolve("logs").resolve("hbase.log");
    process = new HBaseProcess("hbase", log, FreePorts.take(), FreePorts.take());
  }

  /**
   * Starts HBase and waits until {@code hbase:meta} is readable.
   *
   * @param workDir folder of all its files; created if missing
   * @param setup of the RegionServer, and so of the process
   * @throws ClusterStartException if the process ends or is not ready within minutes
   */
  public static StandaloneHBase start(
      HBaseDistribution distribution, Path workDir, RegionServerSetup setup) {
    StandaloneHBase hbase = new StandaloneHBase(workDir.toAbsolutePath().normalize());
    try {
      hbase.start(distribution, setup);
      return hbase;
    } catch (RuntimeException e) {
      hbase.kill();
      throw e;
    }
  }

  private void start(HBaseDistribution distribution, RegionServerSetup setup) {
    Runtime.getRuntime().addShutdownHook(shutdownHook);
    Folders.create(workDir.resolve("logs"));
    DATA_FOLDERS.forEach(name -> Folders.create(workDir.resolve(name)));
    ServerCommands commands =
        new ServerCommands(distribution, List.of(), workDir, site(), false, null);
    commands.prepareServer(process, "master.HMaster", setup);
    process.launch();
    new ClusterReadiness(List.of(process))
        .awaitRegionServer(process, regionServerPort, clientConfiguration());
  }

  private Map<String, String> site() {
    Map<String, String> site = new LinkedHashMap<>(HBaseSite.base(workDir, ports.zooKeeper()));
    site.putAll(ports.site());
    site.put("hbase.cluster.distributed", "false");
    site.put("hbase.localcluster.assign.random.ports", "false");
    site.put("hbase.regionserver.port", Integer.toString(regionServerPort));
    site.put("hbase.regionserver.info.port", Integer.toString(process.uiPort()));
    return site;
  }

  /** Returns the configuration for clients in this JVM. */
  public Configuration clientConfiguration() {
    Configuration configuration = HBaseConfiguration.create();
    HBaseSite.client(ports.zooKeeper()).forEach(configuration::set);
    return configuration;
  }

  /** Returns the only process. */
  public HBaseProcess process() {
    return process;
  }

  /** Kills the process if it runs, and deletes the data; the log stays. */
  @Override
  public void close() {
    kill();
    Runtime.getRuntime().removeShutdownHook(shutdownHook);
    DATA_FOLDERS.forEach(name -> Folders.delete(workDir.resolve(name)));
  }

  private void kill() {
    if (process.isAlive()) {
      process.killHard();
    }
  }
}

package io.strata.it.cluster;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;

/**
 * ZooKeeper, a master and one RegionServer, each a process of its own, on loopback ports and with
 * everything that they write below one folder. A folder that holds a closed cluster's data may be
 * used again.
 *
 * <p>The processes end with {@link #close()}, and at the latest with the JVM that started them. Not
 * for use by several threads, except for the processes' own methods.
 */
public final class HBaseCluster implements AutoCloseable {
  private static final List<String> DATA_FOLDERS = List.of("data", "tmp", "zookeeper");

  private final Path workDir;
  private final Builder settings;
  private final Ports ports = Ports.take();
  private final ServerCommands commands;
  private final HBaseProcess zooKeeper;
  private final HBaseProcess master;
  private final HBaseProcess regionServer;
  private final Thread shutdownHook = new Thread(this::killAll, "hbase-cluster-shutdown");
  private RegionServerSetup regionServerSetup;

  private HBaseCluster(Builder settings) {
    this.settings = settings;
    workDir = settings.workDir;
    commands = new ServerCommands(settings.distribution, workDir, ports, settings.site);
    regionServerSetup = settings.regionServerSetup;
    zooKeeper = new HBaseProcess("zookeeper", log("zookeeper"), FreePorts.take(), 0);
    master = new HBaseProcess("master", log("master"), FreePorts.take(), ports.masterUi());
    regionServer =
        new HBaseProcess(
            "regionserver", log("regionserver"), FreePorts.take(), ports.regionServerUi());
  }

  /**
   * A cluster of that HBase below that folder, which is created where it does not exist. See {@link
   * Builder#start()}.
   */
  public static Builder builder(HBaseDistribution distribution, Path workDir) {
    return new Builder(distribution, workDir.toAbsolutePath().normalize());
  }

  /** Settings of a cluster that is to be started. */
  public static final class Builder {
    private final HBaseDistribution distribution;
    private final Path workDir;
    private final Map<String, String> site = new LinkedHashMap<>();
    private RegionServerSetup regionServerSetup = RegionServerSetup.stock();
    private String masterHeap = "512m";
    private boolean deleteOnClose;

    private Builder(HBaseDistribution distribution, Path workDir) {
      this.distribution = distribution;
      this.workDir = workDir;
    }

    /** A line of {@code hbase-site.xml} for all processes. */
    public Builder site(String key, String value) {
      site.put(key, value);
      return this;
    }

    /** Lines of {@code hbase-site.xml} for all processes. */
    public Builder site(Map<String, String> more) {
      site.putAll(more);
      return this;
    }

    /** All that is particular to the RegionServer, instead of what was set for it before. */
    public Builder regionServer(RegionServerSetup setup) {
      regionServerSetup = setup;
      return this;
    }

    /** A line of {@code hbase-site.xml} for the RegionServer alone. */
    public Builder regionServerSite(String key, String value) {
      return regionServer(regionServerSetup.withSite(key, value));
    }

    /** A jar that comes before HBase's own on the RegionServer's class path. */
    public Builder regionServerClassPath(Path jar) {
      return regionServer(regionServerSetup.withClassPath(jar));
    }

    /** The RegionServer's heap, such as {@code 2g}. */
    public Builder regionServerHeap(String size) {
      return regionServer(regionServerSetup.withHeap(size));
    }

    /** The RegionServer's greatest direct memory, such as {@code 2g}. */
    public Builder regionServerDirectMemory(String size) {
      return regionServer(regionServerSetup.withDirectMemory(size));
    }

    /** Further JVM options of the RegionServer. */
    public Builder regionServerJvmArgs(String... args) {
      return regionServer(regionServerSetup.withJvmArgs(args));
    }

    /** The master's heap, such as {@code 512m}. */
    public Builder masterHeap(String size) {
      masterHeap = size;
      return this;
    }

    /**
     * Deletes the data when the cluster is closed; logs and configuration stay. The processes are
     * then just killed.
     */
    public Builder deleteOnClose() {
      deleteOnClose = true;
      return this;
    }

    /**
     * Starts the processes and waits until {@code hbase:meta} can be read.
     *
     * @throws ClusterStartException if a process ends or is not ready within minutes; none is left
     */
    public HBaseCluster start() {
      HBaseCluster cluster = new HBaseCluster(this);
      try {
        cluster.startAll();
        return cluster;
      } catch (RuntimeException e) {
        cluster.killAll();
        throw e;
      }
    }
  }

  private void startAll() {
    Runtime.getRuntime().addShutdownHook(shutdownHook);
    Folders.create(workDir.resolve("logs"));
    DATA_FOLDERS.forEach(name -> Folders.create(workDir.resolve(name)));
    HBaseSite.write(clientConfDir(), clientSite());
    // Its own web server would listen on a fixed port.
    commands.prepare(
        zooKeeper,
        "zookeeper.HQuorumPeer",
        List.of("-Xmx256m", "-Dzookeeper.admin.enableServer=false"));
    commands.prepare(master, "master.HMaster", List.of("-Xmx" + settings.masterHeap));
    commands.prepareRegionServer(regionServer, regionServerSetup);

    zooKeeper.launch();
    new ClusterReadiness(List.of(zooKeeper)).awaitPort(zooKeeper, ports.zooKeeper());
    master.launch();
    startRegionServer();
  }

  /** Starts the RegionServer, which has been stopped or killed, and waits until it serves. */
  public void startRegionServer() {
    regionServer.launch();
    new ClusterReadiness(List.of(zooKeeper, master, regionServer))
        .awaitRegionServer(regionServer, ports.regionServer(), clientConfiguration());
  }

  /**
   * Starts the RegionServer, which has been stopped or killed, with other settings, and waits until
   * it serves.
   */
  public void startRegionServer(RegionServerSetup setup) {
    reconfigureRegionServer(setup);
    startRegionServer();
  }

  /**
   * Writes the RegionServer's {@code hbase-site.xml} anew. A running RegionServer reads it when
   * {@code Admin.updateConfiguration} tells it to; all else counts from its next start.
   */
  public void reconfigureRegionServer(RegionServerSetup setup) {
    regionServerSetup = setup;
    commands.prepareRegionServer(regionServer, setup);
  }

  public HBaseProcess zooKeeper() {
    return zooKeeper;
  }

  public HBaseProcess master() {
    return master;
  }

  public HBaseProcess regionServer() {
    return regionServer;
  }

  /** What the RegionServer was started with last. */
  public RegionServerSetup regionServerSetup() {
    return regionServerSetup;
  }

  /** A client's configuration in this JVM. */
  public Configuration clientConfiguration() {
    Configuration configuration = HBaseConfiguration.create();
    clientSite().forEach(configuration::set);
    return configuration;
  }

  /** The lines of a client's {@code hbase-site.xml}. */
  public Map<String, String> clientSite() {
    return HBaseSite.client(ports.zooKeeper());
  }

  /** A folder with a client's {@code hbase-site.xml}, for the class path of a client's JVM. */
  public Path clientConfDir() {
    return workDir.resolve("conf").resolve("client");
  }

  /** Stops all processes and, if the builder was told so, deletes the data. */
  @Override
  public void close() {
    if (!settings.deleteOnClose) {
      Stream.of(regionServer, master, zooKeeper)
          .filter(HBaseProcess::isAlive)
          .forEach(HBaseProcess::stopGracefully);
    }
    killAll();
    Runtime.getRuntime().removeShutdownHook(shutdownHook);
    if (settings.deleteOnClose) {
      DATA_FOLDERS.forEach(name -> Folders.delete(workDir.resolve(name)));
    }
  }

  private void killAll() {
    for (HBaseProcess process : Arrays.asList(regionServer, master, zooKeeper)) {
      if (process.isAlive()) {
        process.killHard();
      }
    }
  }

  private Path log(String name) {
    return workDir.resolve("logs").resolve(name + ".log");
  }
}

package io.strata.it.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * ZooKeeper, a master and RegionServers, and HDFS with {@link Builder#onHdfs()}. Each is a process,
 * on loopback ports, with all its files below one folder. The folder of a closed cluster may be
 * used again.
 *
 * <p>RegionServers are numbered from 0. Methods without a number refer to the first one, which is
 * the only one by default; see {@link Builder#regionServers(int)}.
 *
 * <p>The processes end with {@link #close()}, at the latest with this JVM. Not thread-safe, except
 * for the methods of {@link HBaseProcess}.
 */
public final class HBaseCluster implements AutoCloseable {
  private static final List<String> DATA_FOLDERS = List.of("data", "hdfs", "tmp", "zookeeper");

  private final Path workDir;
  private final Builder settings;
  private final Ports ports = Ports.take();
  private final ServerCommands commands;
  private final @Nullable Hdfs hdfs;
  private final HBaseProcess zooKeeper;
  private final HBaseProcess master;
  private final List<RegionServerNode> regionServers;
  private final Thread shutdownHook = new Thread(this::killAll, "hbase-cluster-shutdown");

  private HBaseCluster(Builder settings) {
    this.settings = settings;
    workDir = settings.workDir;
    commands =
        new ServerCommands(
            settings.distribution,
            settings.moreJars,
            workDir,
            sharedSite(),
            settings.sharesClasses,
            settings.jdk);
    hdfs = settings.onHdfs ? new Hdfs(workDir, commands, ports.nameNode()) : null;
    zooKeeper = new HBaseProcess("zookeeper", log("zookeeper"), FreePorts.take(), 0);
    master = new HBaseProcess("master", log("master"), FreePorts.take(), ports.masterUi());
    regionServers =
        IntStream.range(0, settings.regionServers).mapToObj(this::regionServerNode).toList();
  }

  private Map<String, String> sharedSite() {
    Map<String, String> site = new LinkedHashMap<>(HBaseSite.base(workDir, ports.zooKeeper()));
    site.putAll(ports.site());
    if (settings.onHdfs) {
      site.putAll(Hdfs.hbaseSite(ports.nameNode()));
    }
    // The master waits for all of them, so that it spreads the first regions over all.
    site.put(
        "hbase.master.wait.on.regionservers.maxtostart", Integer.toString(settings.regionServers));
    site.putAll(settings.site);
    return site;
  }

  private RegionServerNode regionServerNode(int number) {
    String name = settings.regionServers == 1 ? "regionserver" : "regionserver-" + number;
    RegionServerSetup setup =
        settings.regionServerSetups.getOrDefault(number, settings.regionServerSetup);
    return new RegionServerNode(name, log(name), commands, setup);
  }

  /**
   * Returns the builder of a cluster.
   *
   * @param workDir folder of all its files; created if missing
   */
  public static Builder builder(HBaseDistribution distribution, Path workDir) {
    return new Builder(distribution, workDir.toAbsolutePath().normalize());
  }

  /** The settings of a cluster. */
  public static final class Builder {
    private final HBaseDistribution distribution;
    private final Path workDir;
    private final Map<String, String> site = new LinkedHashMap<>();
    private RegionServerSetup regionServerSetup = RegionServerSetup.stock();
    private final Map<Integer, RegionServerSetup> regionServerSetups = new LinkedHashMap<>();
    private int regionServers = 1;
    private String masterHeap = "512m";
    private boolean onHdfs;
    private boolean deleteOnClose;
    private boolean sharesClasses;
    private @Nullable Path jdk;
    private List<Path> moreJars = List.of();

    private Builder(HBaseDistribution distribution, Path workDir) {
      this.distribution = distribution;
      this.workDir = workDir;
    }

    /** Adds a line of {@code hbase-site.xml} for all processes. */
    public Builder site(String key, String value) {
      site.put(key, value);
      return this;
    }

    /** Adds lines of {@code hbase-site.xml} for all processes. */
    public Builder site(Map<String, String> more) {
      site.putAll(more);
      return this;
    }

    /** Sets the number of RegionServers; the default is 1. */
    public Builder regionServers(int count) {
      if (count < 1) {
        throw new IllegalArgumentException("regionServers=" + count + ": must be at least 1.");
      }
      regionServers = count;
      return this;
    }

    /** Sets the setup of all RegionServers, replacing an earlier one. */
    public Builder regionServer(RegionServerSetup setup) {
      regionServerSetup = setup;
      return this;
    }

    /** Sets the setup of one RegionServer. */
    public Builder regionServer(int number, RegionServerSetup setup) {
      regionServerSetups.put(number, setup);
      return this;
    }

    /** Adds a line of {@code hbase-site.xml} for RegionServers only. */
    public Builder regionServerSite(String key, String value) {
      return regionServer(regionServerSetup.withSite(key, value));
    }

    /**
     * Stores everything in the cluster's own HDFS, a NameNode and a DataNode, instead of local
     * files. The folder must be new.
     */
    public Builder onHdfs() {
      onHdfs = true;
      return this;
    }

    /** Makes the master detect a dead server after 10 seconds instead of 90. */
    public Builder detectsDeadServersSoon() {
      return site("zookeeper.session.timeout", "10000")
          .site("hbase.zookeeper.property.tickTime", "2000");
    }

    /** Sets the master's heap, such as {@code 512m}. */
    public Builder masterHeap(String size) {
      masterHeap = size;
      return this;
    }

    /**
     * Deletes the data when the cluster is closed; logs and configuration stay. The processes are
     * killed instead of stopped.
     */
    public Builder deleteOnClose() {
      deleteOnClose = true;
      return this;
    }

    /**
     * Makes processes start faster by sharing classes with those of earlier clusters. Not for
     * measurements: the first process records the classes, which slows it down.
     */
    public Builder sharesClasses() {
      sharesClasses = true;
      return this;
    }

    /** Adds jars to the class paths of all processes, after HBase's own. */
    public Builder moreJars(List<Path> jars) {
      moreJars = List.copyOf(jars);
      return this;
    }

    /** Runs all processes on the JDK in that folder instead of this JVM's. */
    public Builder jdk(Path home) {
      jdk = home;
      return this;
    }

    /**
     * Starts the processes and waits until {@code hbase:meta} is readable.
     *
     * @throws ClusterStartException if a process ends or is not ready within minutes; all others
     *     are killed
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
    ConfFolder.write(clientConfDir(), "hbase-site.xml", clientSite());
    // ZooKeeper's web server would listen on a fixed port.
    List<String> ofZooKeeper = new ArrayList<>(JavaCommand.lightOptions("256m"));
    ofZooKeeper.add("-Dzookeeper.admin.enableServer=false");
    commands.prepareHBase(zooKeeper, "zookeeper.HQuorumPeer", ofZooKeeper);
    commands.prepareHBase(master, "master.HMaster", JavaCommand.lightOptions(settings.masterHeap));
    regionServers.forEach(server -> server.configure(server.setup()));

    if (hdfs != null) {
      hdfs.start();
    }
    zooKeeper.launch();
    new ClusterReadiness(List.of(zooKeeper)).awaitPort(zooKeeper, ports.zooKeeper());
    master.launch();
    regionServers.forEach(server -> server.process().launch());
    regionServers.forEach(this::awaitRegionServer);
  }

  private void awaitRegionServer(RegionServerNode server) {
    new ClusterReadiness(List.of(zooKeeper, master, server.process()))
        .awaitRegionServer(server.process(), server.port(), clientConfiguration());
  }

  public void startRegionServer() {
    startRegionServer(0);
  }

  /** Starts a stopped or killed RegionServer and waits until it serves. */
  public void startRegionServer(int number) {
    RegionServerNode server = regionServers.get(number);
    server.process().launch();
    awaitRegionServer(server);
  }

  public void startRegionServer(RegionServerSetup setup) {
    startRegionServer(0, setup);
  }

  /** Starts a stopped or killed RegionServer with another setup and waits until it serves. */
  public void startRegionServer(int number, RegionServerSetup setup) {
    reconfigureRegionServer(number, setup);
    startRegionServer(number);
  }

  public void reconfigureRegionServer(RegionServerSetup setup) {
    reconfigureRegionServer(0, setup);
  }

  /**
   * Rewrites a RegionServer's {@code hbase-site.xml}. A running RegionServer reads it on {@code
   * Admin.updateConfiguration}; the rest of the setup takes effect at the next start.
   */
  public void reconfigureRegionServer(int number, RegionServerSetup setup) {
    regionServers.get(number).configure(setup);
  }

  public HBaseProcess zooKeeper() {
    return zooKeeper;
  }

  public HBaseProcess master() {
    return master;
  }

  public HBaseProcess regionServer() {
    return regionServer(0);
  }

  public HBaseProcess regionServer(int number) {
    return regionServers.get(number).process();
  }

  /** Returns the processes of all RegionServers, running or not, by number. */
  public List<HBaseProcess> regionServers() {
    return regionServers.stream().map(RegionServerNode::process).toList();
  }

  /** Returns the port that HBase's {@code ServerName} has for a RegionServer. */
  public int regionServerPort(int number) {
    return regionServers.get(number).port();
  }

  public RegionServerSetup regionServerSetup() {
    return regionServerSetup(0);
  }

  /** Returns the current setup of a RegionServer. */
  public RegionServerSetup regionServerSetup(int number) {
    return regionServers.get(number).setup();
  }

  /** Returns the configuration for clients in this JVM. */
  public Configuration clientConfiguration() {
    Configuration configuration = HBaseConfiguration.create();
    clientSite().forEach(configuration::set);
    return configuration;
  }

  /** Returns the lines of a client's {@code hbase-site.xml}. */
  public Map<String, String> clientSite() {
    return HBaseSite.client(ports.zooKeeper());
  }

  /** Returns a folder with a client's {@code hbase-site.xml}, for the class path of its JVM. */
  public Path clientConfDir() {
    return workDir.resolve("conf").resolve("client");
  }

  /** Stops all processes and, with {@link Builder#deleteOnClose()}, deletes the data. */
  @Override
  public void close() {
    processes().filter(HBaseProcess::isAlive).forEach(HBaseProcess::writeClassArchive);
    if (!settings.deleteOnClose) {
      processes().filter(HBaseProcess::isAlive).forEach(HBaseProcess::stopGracefully);
    }
    killAll();
    Runtime.getRuntime().removeShutdownHook(shutdownHook);
    if (settings.deleteOnClose) {
      DATA_FOLDERS.forEach(name -> Folders.delete(workDir.resolve(name)));
    }
  }

  private void killAll() {
    processes().filter(HBaseProcess::isAlive).forEach(HBaseProcess::killHard);
  }

  /** Returns all processes in the order of stopping. */
  private Stream<HBaseProcess> processes() {
    Stream<HBaseProcess> ofHBase =
        Stream.concat(regionServers().stream(), Stream.of(master, zooKeeper));
    return hdfs == null ? ofHBase : Stream.concat(ofHBase, hdfs.processes().stream());
  }

  private Path log(String name) {
    return workDir.resolve("logs").resolve(name + ".log");
  }
}

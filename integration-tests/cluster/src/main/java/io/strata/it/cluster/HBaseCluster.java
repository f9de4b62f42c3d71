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
 * ZooKeeper, a master and RegionServers, each a process of its own, on loopback ports and with
 * everything that they write below one folder; HDFS as well, if {@link Builder#onHdfs()}. A folder
 * that holds a closed cluster's data may be used again.
 *
 * <p>RegionServers are numbered from zero. Where a method takes no number, it means the first,
 * which is the only one unless {@link Builder#regionServers(int)} says otherwise.
 *
 * <p>The processes end with {@link #close()}, and at the latest with the JVM that started them. Not
 * for use by several threads, except for the processes' own methods.
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
            settings.distribution, workDir, sharedSite(), settings.sharesClasses, settings.jdk);
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
    // The master waits so that it spreads the first regions over all of them.
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
    private final Map<Integer, RegionServerSetup> regionServerSetups = new LinkedHashMap<>();
    private int regionServers = 1;
    private String masterHeap = "512m";
    private boolean onHdfs;
    private boolean deleteOnClose;
    private boolean sharesClasses;
    private @Nullable Path jdk;

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

    /** How many RegionServers there are. One, if not set. */
    public Builder regionServers(int count) {
      if (count < 1) {
        throw new IllegalArgumentException("A cluster has one RegionServer at least: " + count);
      }
      regionServers = count;
      return this;
    }

    /** All that is particular to RegionServers, instead of what was set for all of them before. */
    public Builder regionServer(RegionServerSetup setup) {
      regionServerSetup = setup;
      return this;
    }

    /** The same for the RegionServer of that number alone. */
    public Builder regionServer(int number, RegionServerSetup setup) {
      regionServerSetups.put(number, setup);
      return this;
    }

    /** A line of {@code hbase-site.xml} for RegionServers alone. */
    public Builder regionServerSite(String key, String value) {
      return regionServer(regionServerSetup.withSite(key, value));
    }

    /**
     * Stores everything in an HDFS of the cluster's own, a NameNode and a DataNode, and not in
     * local files. The folder must be a new one.
     */
    public Builder onHdfs() {
      onHdfs = true;
      return this;
    }

    /** Has the master miss a server that has died after ten seconds, and not after ninety. */
    public Builder missesServersSoon() {
      return site("zookeeper.session.timeout", "10000")
          .site("hbase.zookeeper.property.tickTime", "2000");
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
     * Processes start sooner, with classes that those of earlier clusters have written to an
     * archive. Not for what is measured: the first process records them, and is slower for it.
     */
    public Builder sharesClasses() {
      sharesClasses = true;
      return this;
    }

    /** Runs all processes on the JDK in that folder, and not on the one that runs this JVM. */
    public Builder jdk(Path home) {
      jdk = home;
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
    ConfFolder.write(clientConfDir(), "hbase-site.xml", clientSite());
    // Its own web server would listen on a fixed port.
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

  /** Starts a RegionServer, which has been stopped or killed, and waits until it serves. */
  public void startRegionServer(int number) {
    RegionServerNode server = regionServers.get(number);
    server.process().launch();
    awaitRegionServer(server);
  }

  public void startRegionServer(RegionServerSetup setup) {
    startRegionServer(0, setup);
  }

  /**
   * Starts a RegionServer, which has been stopped or killed, with other settings, and waits until
   * it serves.
   */
  public void startRegionServer(int number, RegionServerSetup setup) {
    reconfigureRegionServer(number, setup);
    startRegionServer(number);
  }

  public void reconfigureRegionServer(RegionServerSetup setup) {
    reconfigureRegionServer(0, setup);
  }

  /**
   * Writes a RegionServer's {@code hbase-site.xml} anew. A running RegionServer reads it when
   * {@code Admin.updateConfiguration} tells it to; all else counts from its next start.
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

  /** The processes of all RegionServers, running or not, in the order of their numbers. */
  public List<HBaseProcess> regionServers() {
    return regionServers.stream().map(RegionServerNode::process).toList();
  }

  /** The port by which HBase's {@code ServerName} tells a RegionServer from the others. */
  public int regionServerPort(int number) {
    return regionServers.get(number).port();
  }

  public RegionServerSetup regionServerSetup() {
    return regionServerSetup(0);
  }

  /** What a RegionServer was configured with last. */
  public RegionServerSetup regionServerSetup(int number) {
    return regionServers.get(number).setup();
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

  /** In the order in which they are to be stopped. */
  private Stream<HBaseProcess> processes() {
    Stream<HBaseProcess> ofHBase =
        Stream.concat(regionServers().stream(), Stream.of(master, zooKeeper));
    return hdfs == null ? ofHBase : Stream.concat(ofHBase, hdfs.processes().stream());
  }

  private Path log(String name) {
    return workDir.resolve("logs").resolve(name + ".log");
  }
}

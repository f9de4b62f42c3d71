package io.strata.it.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.JvmMemory;
import io.strata.readpath.config.MemoryLimits;
import io.strata.readpath.config.MemoryNeed;
import io.strata.readpath.config.PhysicalMemory;
import java.io.IOException;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.images.builder.ImageFromDockerfile;

/**
 * A RegionServer in a container whose hard limit is what the formula of {@code docs/MEMORY.md} says
 * of its configuration: it survives there whatever is read, and with a quarter less it says itself
 * that it will not.
 */
class MemoryLimitIT {
  private static final int TIER = 512;
  private static final int HEAP = 320;
  private static final int CLASSES = 128;
  private static final int CODE = 64;
  private static final int STACK = 1;

  /** More than the tier and HBase need, so that not this but the formula is put to the test. */
  private static final int DIRECT = 3 * TIER;

  /** Several times the tier; more where there is time. */
  private static final int DATA = Integer.getInteger("strata.it.container.megabytes", 5 * TIER / 2);

  private static final int ROUNDS = 3;

  /** The heap is taken in full from the start, as it would be in the course of time. */
  private static final List<String> JVM_ARGS =
      List.of(
          "-Xms%dm".formatted(HEAP),
          "-Xmx%dm".formatted(HEAP),
          "-XX:+AlwaysPreTouch",
          // In a small container the JVM would choose another collector.
          "-XX:+UseG1GC",
          "-XX:MaxDirectMemorySize=%dm".formatted(DIRECT),
          "-XX:MaxMetaspaceSize=%dm".formatted(CLASSES),
          "-XX:ReservedCodeCacheSize=%dm".formatted(CODE),
          "-Xss%dm".formatted(STACK));

  private static final String VOLUME = "strata-it-" + UUID.randomUUID();

  private static ImageFromDockerfile image;

  @BeforeEach
  void makeTheImage() {
    ContainerEngine.require();
    if (image == null) {
      DockerClientFactory.instance().client().createVolumeCmd().withName(VOLUME).exec();
      image = HBaseContainer.image();
    }
  }

  @AfterAll
  static void removeTheData() {
    if (image != null) {
      DockerClientFactory.instance().client().removeVolumeCmd(VOLUME).exec();
    }
  }

  @Test
  void survivesAtTheLimitOfTheFormula() throws Exception {
    long limit = limit();
    try (HBaseContainer coordinator = HBaseContainer.coordinator(image, VOLUME)) {
      coordinator.start();
      Map<String, String> site = site(coordinator.address(), TIER);
      try (HBaseContainer server = server(site, limit)) {
        server.start();
        try (Connection connection = connect(coordinator.address());
            Admin admin = connection.getAdmin()) {
          awaitServer(admin, coordinator, server);
          LargeTable table = new LargeTable(connection, DATA);
          table.write();
          report("written", server, limit);
          readThrough(table, server, limit);
          resize(admin, table, server, coordinator.address(), limit);
          refuseToGrow(admin, server, coordinator.address());
          table.scan();
          requireAlive(server);
          report("at last", server, limit);
          System.out.println(reckoned(server));
        }
      }
    }
  }

  @Test
  void aQuarterLessIsRefusedByTheCheck() throws Exception {
    long less = limit() * 3 / 4;
    // It does not come so far as to look for its coordinator.
    try (HBaseContainer server = server(site("127.0.0.1", TIER), less)) {
      server.start();
      Await.until("the RegionServer has ended", () -> !server.isRunning());

      assertThat(server.state().getOOMKilled()).as("killed by the kernel").isFalse();
      assertThat(server.state().getExitCodeLong()).as("exit code").isNotZero();
      String sentence =
          server.getLogs().lines().filter(line -> line.contains(" needs ")).findFirst().orElse("");
      System.out.println("With a quarter less: " + sentence);
      assertThat(sentence)
          .contains(
              "hbase.bucketcache.size is \"%d\"".formatted(TIER),
              "needs %d MB where the container has %d MB".formatted(limit() >> 20, less >> 20),
              "raise the container's limit to %dm".formatted(limit() >> 20));
    }
  }

  private static void readThrough(LargeTable table, HBaseContainer server, long limit)
      throws Exception {
    ServerBeans beans = new ServerBeans(server);
    long before = beans.number(ServerBeans.CACHE, "l2CacheEvictionCount");
    for (int round = 0; round < ROUNDS; round++) {
      table.scan();
      table.getAtRandom(table.rows() / 4, round);
      report("read " + (round + 1) + " times", server, limit);
    }
    long evicted = beans.number(ServerBeans.CACHE, "l2CacheEvictionCount") - before;
    long held = beans.number(ServerBeans.CACHE, "l2CacheCount");
    System.out.printf("Blocks held: %d, evicted meanwhile: %d%n", held, evicted);
    assertThat(evicted).as("blocks that made room, against %d held", held).isGreaterThan(5 * held);
  }

  /** What is given back must not be missed when it is taken again. */
  private static void resize(
      Admin admin, LargeTable table, HBaseContainer server, String coordinator, long limit)
      throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      for (int size : new int[] {TIER / 2, TIER}) {
        server.changeSite(site(coordinator, size));
        admin.updateConfiguration(nameOf(admin));
        table.getAtRandom(table.rows() / 20, size);
        report("resized to " + size + " MB", server, limit);
      }
    }
  }

  private static void refuseToGrow(Admin admin, HBaseContainer server, String coordinator)
      throws IOException {
    server.changeSite(site(coordinator, 2 * TIER));
    admin.updateConfiguration(nameOf(admin));
    assertThat(server.getLogs())
        .contains("The new configuration would not start, and changes nothing")
        .contains("where the container has");
  }

  private static void report(String when, HBaseContainer server, long limit) {
    requireAlive(server);
    Footprint footprint = Footprint.of(server);
    System.out.printf("%s: %s of %d MB%n", when, footprint, limit >> 20);
    assertThat(footprint.mostResident()).as("most that was resident").isLessThan(limit);
    assertThat(footprint.charged()).as("charged to the container").isLessThan(limit);
  }

  private static void requireAlive(HBaseContainer server) {
    assertThat(server.state().getOOMKilled()).as("killed by the kernel").isFalse();
    assertThat(server.state().getRunning()).as(server.getLogs()).isTrue();
  }

  /** What the RegionServer's log says of the formula. */
  private static String reckoned(HBaseContainer server) {
    return server
        .getLogs()
        .lines()
        .filter(l -> l.contains("may come to take"))
        .findFirst()
        .orElse("");
  }

  /** By the formula, for the configuration that the RegionServer is started with. */
  private static long limit() {
    Configuration conf = HBaseConfiguration.create();
    site("127.0.0.1", TIER).forEach(conf::set);
    JvmMemory jvm = new JvmMemory(mb(HEAP), mb(CLASSES), mb(CODE), mb(STACK));
    MemoryLimits limits = new MemoryLimits(mb(HEAP), mb(DIRECT), jvm, PhysicalMemory.ENDLESS);
    MemoryNeed need = CacheSettings.read(conf, limits).memoryNeed();
    return (need.bytes() + mb(1) - 1) & -mb(1);
  }

  private static long mb(int megabytes) {
    return (long) megabytes << 20;
  }

  private static HBaseContainer server(Map<String, String> site, long limit) {
    return HBaseContainer.regionServer(image, VOLUME, site, JVM_ARGS, limit);
  }

  private static Map<String, String> site(String coordinator, int tier) {
    Map<String, String> site = new LinkedHashMap<>(ContainerSite.ofRegionServer(coordinator));
    site.putAll(RegionServerSetup.strata(tier).site());
    site.put("hfile.block.cache.size", "0.2");
    site.put("hbase.regionserver.handler.count", "10");
    site.put("hbase.regionserver.metrics.period", "1000");
    return site;
  }

  private static Connection connect(String coordinator) throws IOException {
    Configuration conf = HBaseConfiguration.create();
    ContainerSite.ofClient(coordinator).forEach(conf::set);
    return ConnectionFactory.createConnection(conf);
  }

  private static void awaitServer(Admin admin, HBaseContainer coordinator, HBaseContainer server)
      throws Exception {
    Await.until(
        "the RegionServer serves",
        () -> {
          requireAlive(coordinator);
          requireAlive(server);
          try {
            admin.listNamespaces(); // fails until the master has finished its start
            return !servers(admin).isEmpty();
          } catch (IOException e) {
            return false;
          }
        });
  }

  private static List<ServerName> servers(Admin admin) throws IOException {
    return List.copyOf(
        admin.getClusterMetrics(EnumSet.of(Option.LIVE_SERVERS)).getLiveServerMetrics().keySet());
  }

  private static ServerName nameOf(Admin admin) throws IOException {
    return servers(admin).get(0);
  }
}

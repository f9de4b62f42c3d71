package io.strata.it.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.Await;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.images.builder.ImageFromDockerfile;

/**
 * A RegionServer in a container with the hard limit computed by the formula of {@code
 * docs/MEMORY.md}. It stays within the limit under any reads, and with a quarter less it fails
 * startup with a message.
 */
class MemoryLimitIT {
  private static final int TIER = 512;
  private static final LimitedServer SERVER = sized(TIER);

  /** Several times the tier. */
  private static final int DATA = Integer.getInteger("strata.it.container.megabytes", 5 * TIER / 2);

  private static final int ROUNDS = 3;

  /** Several: the C library may keep what is freed, more with each. */
  private static final int RESIZES = Integer.getInteger("strata.it.container.resizes", 2);

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
  void staysWithinTheLimitOfTheFormula() throws Exception {
    long limit = SERVER.limit();
    try (HBaseContainer coordinator = HBaseContainer.coordinator(image, VOLUME)) {
      coordinator.start();
      Map<String, String> site = SERVER.site(coordinator.address());
      try (HBaseContainer server = server(site, limit)) {
        server.start();
        try (ContainerClient client = new ContainerClient(coordinator, server)) {
          client.run(() -> readAndResize(client, server, coordinator.address(), limit));
        }
      }
    }
  }

  private static void readAndResize(
      ContainerClient client, HBaseContainer server, String coordinator, long limit)
      throws Exception {
    client.awaitServer();
    LargeTable table = new LargeTable(client.connection(), DATA);
    table.write();
    report("written", server, limit);
    readThrough(table, server, limit);
    resize(client, table, server, coordinator, limit);
    rejectGrowth(client, server, coordinator);
    table.scan();
    ContainerClient.requireAlive(server);
    report("at last", server, limit);
    System.out.println(logOfTheFormula(server));
  }

  @Test
  void quarterLessFailsStartup() throws Exception {
    long less = SERVER.limit() * 3 / 4;
    // It ends before it contacts its coordinator.
    try (HBaseContainer server = server(SERVER.site("127.0.0.1"), less)) {
      server.start();
      Await.until("the RegionServer has ended", () -> !server.isRunning());

      assertThat(server.state().getOOMKilled()).as("killed by the kernel").isFalse();
      assertThat(server.state().getExitCodeLong()).as("exit code").isNotZero();
      String sentence =
          server.getLogs().lines().filter(line -> line.contains(" needs ")).findFirst().orElse("");
      System.out.println("With a quarter less: " + sentence);
      assertThat(sentence)
          .contains(
              "hbase.bucketcache.size=%d: ".formatted(TIER),
              "the process needs %,d MB ".formatted(SERVER.limit() >> 20),
              ", the container has %,d MB.".formatted(less >> 20),
              "Raise the container's limit to %dm".formatted(SERVER.limit() >> 20));
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
    assertThat(evicted).as("evicted blocks, %d held", held).isGreaterThan(5 * held);
  }

  /** Memory that was released must be available when it is allocated again. */
  private static void resize(
      ContainerClient client,
      LargeTable table,
      HBaseContainer server,
      String coordinator,
      long limit)
      throws Exception {
    for (int round = 0; round < RESIZES; round++) {
      for (int size : new int[] {TIER / 2, TIER}) {
        server.changeSite(sized(size).site(coordinator));
        client.admin().updateConfiguration(client.nameOfServer());
        table.getAtRandom(table.rows() / 20, size);
        report("resized to " + size + " MB", server, limit);
      }
    }
  }

  private static void rejectGrowth(
      ContainerClient client, HBaseContainer server, String coordinator) throws IOException {
    server.changeSite(sized(2 * TIER).site(coordinator));
    client.admin().updateConfiguration(client.nameOfServer());
    assertThat(server.getLogs())
        .contains("Rejected the new configuration, nothing is changed")
        .contains(", the container has ");
  }

  private static void report(String when, HBaseContainer server, long limit) {
    ContainerClient.requireAlive(server);
    Footprint footprint = Footprint.of(server);
    System.out.printf("%s: %s of %d MB%n", when, footprint, limit >> 20);
    assertThat(footprint.maxResident()).as("maximum resident memory").isLessThan(limit);
    assertThat(footprint.charged()).as("charged to the container").isLessThan(limit);
  }

  /** Returns the log's line about the formula. */
  private static String logOfTheFormula(HBaseContainer server) {
    return server
        .getLogs()
        .lines()
        .filter(l -> l.contains("The process may take up to"))
        .findFirst()
        .orElse("");
  }

  private static LimitedServer sized(int tier) {
    return new LimitedServer(tier, Map.of());
  }

  private static HBaseContainer server(Map<String, String> site, long limit) {
    return HBaseContainer.regionServer(image, VOLUME, site, LimitedServer.JVM_ARGS, limit);
  }
}

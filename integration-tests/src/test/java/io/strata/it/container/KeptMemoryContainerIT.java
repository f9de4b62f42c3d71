package io.strata.it.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.DockerClient;
import io.strata.it.cluster.Await;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.images.builder.ImageFromDockerfile;

/**
 * A RegionServer whose off-heap tier is in a tmpfs volume that outlives its container, like a
 * memory-backed {@code emptyDir} of Kubernetes. With the hard limit computed by the formula of
 * {@code docs/MEMORY.md}, it is warm after a kill and stays within the limit under reads.
 */
class KeptMemoryContainerIT {
  private static final int TIER = 128;
  private static final int DATA = 5 * TIER;
  private static final int PART = TIER / 4;
  private static final int BLOCK = 64 << 10;

  /**
   * Maximum share of the part's blocks that may be read from files, beside index and filter. The
   * start reads a few other blocks and evicts as many; each block that is missing evicts another
   * when it is read.
   */
  private static final double FEW = 0.05;

  private static final int MAX_READS = 30;

  private static final String MOUNT = "/cache";

  /** No compaction: it would read files and replace those whose blocks are in memory. */
  private static final LimitedServer SERVER =
      new LimitedServer(
          TIER,
          Map.of(
              "strata.offheap.path",
              MOUNT + "/strata",
              "hbase.regionserver.compaction.enabled",
              "false",
              "hbase.hstore.blockingStoreFiles",
              "1000"));

  private static final String DATA_VOLUME = "strata-it-" + UUID.randomUUID();
  private static final String MEMORY_VOLUME = DATA_VOLUME + "-memory";

  private static ImageFromDockerfile image;

  @BeforeEach
  void makeTheImage() {
    ContainerEngine.require();
    if (image == null) {
      DockerClient engine = DockerClientFactory.instance().client();
      engine.createVolumeCmd().withName(DATA_VOLUME).exec();
      engine
          .createVolumeCmd()
          .withName(MEMORY_VOLUME)
          .withDriverOpts(
              Map.of("type", "tmpfs", "device", "tmpfs", "o", "size=%dm".formatted(TIER)))
          .exec();
      image = HBaseContainer.image();
    }
  }

  @AfterAll
  static void removeTheVolumes() {
    if (image != null) {
      DockerClient engine = DockerClientFactory.instance().client();
      engine.removeVolumeCmd(DATA_VOLUME).exec();
      engine.removeVolumeCmd(MEMORY_VOLUME).exec();
    }
  }

  @Test
  void servesFromMemoryAfterAKill() throws Exception {
    // The engine unmounts a volume without a running container; in a pod it stays mounted.
    try (HBaseContainer coordinator =
        HBaseContainer.coordinator(image, DATA_VOLUME).withVolume(MEMORY_VOLUME, MOUNT)) {
      coordinator.start();
      try (HBaseContainer server = server(coordinator.address())) {
        server.start();
        try (ContainerClient client = new ContainerClient(coordinator, server)) {
          client.run(() -> killAndStart(client, server));
        }
      }
    }
  }

  private static void killAndStart(ContainerClient client, HBaseContainer server) throws Exception {
    client.awaitServer();
    LargeTable table = new LargeTable(client.connection(), DATA);
    table.write();
    churn(table, server);
    cachePart(table);
    report("filled", server);

    server.kill();
    server.startAgain();
    client.awaitServer();
    requirePartInMemory(table, server);
    report("killed and started", server);
    churn(table, server);
    report("read again", server);
  }

  private static HBaseContainer server(String coordinator) {
    return HBaseContainer.regionServer(
            image, DATA_VOLUME, SERVER.site(coordinator), LimitedServer.JVM_ARGS, SERVER.limit())
        .withVolume(MEMORY_VOLUME, MOUNT);
  }

  /** Reads the table until all blocks of the tier have been replaced. */
  private static void churn(LargeTable table, HBaseContainer server) throws Exception {
    ServerBeans beans = new ServerBeans(server);
    long before = beans.number(ServerBeans.OFF_HEAP, "EvictedForRoom");
    for (int round = 0; round < 2; round++) {
      table.scan();
      table.getAtRandom(table.rows() / 4, round);
      report("read " + (round + 1) + " times", server);
    }
    long evicted = beans.number(ServerBeans.OFF_HEAP, "EvictedForRoom") - before;
    long held = beans.number(ServerBeans.OFF_HEAP, "Blocks");
    System.out.printf("Blocks held: %d, evicted meanwhile: %d%n", held, evicted);
    assertThat(evicted).as("evicted blocks").isGreaterThan(2 * held);
  }

  /** Reads the part until nothing is read from files. */
  private static void cachePart(LargeTable table) throws Exception {
    long read = 1;
    for (int reads = 0; reads < MAX_READS && read > 0; reads++) {
      read = table.scan(LargeTable.rowsOf(PART));
      System.out.printf("The part is read with %d KB from files%n", read >> 10);
    }
    assertThat(read).as("bytes read from files in the end").isZero();
  }

  private static void requirePartInMemory(LargeTable table, HBaseContainer server)
      throws Exception {
    ServerBeans beans = new ServerBeans(server);
    long attached = beans.number(ServerBeans.OFF_HEAP, "AttachedBlocks");
    long evicted = beans.number(ServerBeans.OFF_HEAP, "EvictedForRoom");
    long hits = beans.number(ServerBeans.CACHE, "l2CacheHitCount");
    long misses = beans.number(ServerBeans.CACHE, "l2CacheMissCount");
    long blocks = ((long) PART << 20) / BLOCK;

    long read = table.scan(LargeTable.rowsOf(PART));

    // HBase updates its beans once a second.
    Await.until(
        "the hits are counted",
        () -> beans.number(ServerBeans.CACHE, "l2CacheHitCount") - hits >= blocks * (1 - FEW));
    System.out.printf(
        "%d blocks attached, %d evicted until %d were read with %d KB from files, %d after that%n",
        attached,
        evicted,
        blocks,
        read >> 10,
        beans.number(ServerBeans.OFF_HEAP, "EvictedForRoom"));
    assertThat(read).as("bytes read from files").isLessThan((long) (FEW * (PART << 20)));
    assertThat(beans.number(ServerBeans.CACHE, "l2CacheMissCount") - misses)
        .as("misses")
        .isLessThan((long) (FEW * blocks));
    assertThat(attached).as("blocks attached").isGreaterThanOrEqualTo(blocks);
  }

  private static void report(String when, HBaseContainer server) {
    ContainerClient.requireAlive(server);
    Footprint footprint = Footprint.of(server);
    System.out.printf("%s: %s of %d MB%n", when, footprint, SERVER.limit() >> 20);
    assertThat(footprint.maxResident()).as("maximum resident memory").isLessThan(SERVER.limit());
    assertThat(footprint.charged()).as("charged to the container").isLessThan(SERVER.limit());
  }
}

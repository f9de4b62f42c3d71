package io.strata.it.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.strata.it.cluster.CacheAudit;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.InSharedMemory;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.it.cluster.TestClusters;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs HBase's own integration tests, from its tests jar, on servers whose caches are too small:
 * off-heap, in memory that outlives them, compressed, and with flash. Meanwhile HBase's chaos
 * monkey moves, splits and compacts regions, and servers are killed and restarted.
 *
 * <p>{@code -Dstrata.it.judge.minutes=120} repeats each program for as long, {@code
 * -Dstrata.it.cache=bucket} runs them on HBase's own cache, {@code -Dstrata.it.seed=…} repeats a
 * run's choice of servers.
 */
@ParameterizedClass
@EnumSource(names = {"V2_5_13", "V2_6_4"})
class HBaseIntegrationTestsIT {
  private static final String NAME = "hbase-it-";
  private static final Duration LENGTH =
      Duration.ofMinutes(Integer.getInteger("strata.it.judge.minutes", 0));

  /** Factor on the work of a round; in a build the programs do little. */
  private static final int SCALE = LENGTH.isZero() ? 1 : 5;

  /** Kills in a round; on a slow machine more would leave no time for work. */
  private static final int MAX_KILLS = LENGTH.isZero() ? 1 : 10;

  private static final long SEED = Long.getLong("strata.it.seed", System.nanoTime());

  private static final int SERVERS = 2;
  private static final int CACHE_MEGABYTES = 32;
  private static final int LONGEST_LIFE_MILLIS = 25_000;
  private static final int LONGEST_OUTAGE_MILLIS = 2_000;
  private static final Duration MAX_RUN = Duration.ofMinutes(20);

  private static final Map<String, String> SITE =
      Map.of(
          // Small memstores, so that files are read and the cache is used.
          "hbase.hregion.memstore.flush.size", Integer.toString(2 << 20),
          "hbase.rs.cacheblocksonwrite", "true",
          "hbase.hfile.compaction.discharger.interval", "2000");

  @TempDir(factory = InSharedMemory.class)
  private static Path memory;

  private static HBaseCluster cluster;

  private final HBaseDistribution version;
  private final Random random = new Random(SEED);
  private final CacheUse before = CacheUse.of(cluster);
  private CacheUse ofKilledServers = new CacheUse(0, 0);
  private int kills;

  HBaseIntegrationTestsIT(HBaseDistribution version) {
    this.version = version;
  }

  @BeforeParameterizedClassInvocation
  static void start(HBaseDistribution version) {
    System.out.println("-Dstrata.it.seed=" + SEED);
    HBaseCluster.Builder builder =
        TestClusters.builder(NAME + version.version(), version, setup(version, 0))
            .regionServers(SERVERS);
    for (int server = 1; server < SERVERS; server++) {
      builder.regionServer(server, setup(version, server));
    }
    cluster = builder.site(SITE).start();
  }

  private static RegionServerSetup setup(HBaseDistribution version, int server) {
    RegionServerSetup setup = TestClusters.cacheUnderTest(CACHE_MEGABYTES).withHeap("512m");
    if (!TestClusters.onStrata()) {
      return setup;
    }
    return setup
        .withSite(
            "strata.offheap.path", memory.resolve(version.version() + "-" + server).toString())
        .withSite("strata.offheap.compression", "lz4")
        .withSite("strata.offheap.compression.cpu", "100")
        .withSite("strata.flash.path", folder(version).resolve("flash-" + server).toString())
        .withSite("strata.flash.size", "128m")
        .withSite("strata.flash.region.size", "4m")
        .withSite("strata.flash.write.rate", "0");
  }

  private static Path folder(HBaseDistribution version) {
    return TestClusters.folder(NAME + version.version());
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void bigLinkedListHasNoHoles() throws Exception {
    String name = "IntegrationTestBigLinkedList";
    List<String> arguments = new ArrayList<>();
    // Values are long enough to fill the caches more than once.
    arguments.add("-Dgenerator.big.family.value.size=4096");
    arguments.addAll(IntegrationProgram.withMonkey(Duration.ofSeconds(2), Duration.ofSeconds(5)));
    String nodes = Integer.toString(40_000 * SCALE);
    // One round of one mapper that writes nodes in sets of 1,000, each of which refers to the last;
    // ten sets form a ring. One reducer, and a thread that follows the rings meanwhile.
    arguments.addAll(
        List.of("loop", "1", "1", nodes, folder(version).resolve("links").toString(), "1"));
    arguments.addAll(List.of("1000", "10", "1"));
    CacheUse use =
        repeat("org.apache.hadoop.hbase.test." + name, arguments, () -> deleteTable(name));
    assertThat(use.evicted()).as("evicted").isPositive();
  }

  @Test
  void rowsAreReadAtomically() throws Exception {
    List<String> arguments = new ArrayList<>();
    arguments.add("-Dstrata.acid.millis=" + 10_000 * SCALE);
    arguments.addAll(IntegrationProgram.withMonkey(Duration.ofMillis(500), Duration.ofSeconds(2)));
    repeat("io.strata.judge.integration.AcidGuarantees", arguments, () -> {});
  }

  @Test
  void allReferencedRowsExist() throws Exception {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(
        List.of(
            "-Dloadmapper.map.tasks=2",
            "-Dloadmapper.num_to_write=" + 10_000 * SCALE,
            "-Dloadmapper.backrefs=30",
            "-Dloadmapper.numPresplits=6",
            "-Dverify.reduce.tasks=1"));
    arguments.addAll(IntegrationProgram.withMonkey(Duration.ofSeconds(2), Duration.ofSeconds(5)));
    arguments.add("loadAndVerify");
    repeat("io.strata.judge.integration.LoadAndVerify", arguments, () -> {});
  }

  @Test
  void valuesAreReadAsWritten() throws Exception {
    assumeThat(LENGTH).as("the length of each program's run").isPositive();
    List<String> arguments = new ArrayList<>();
    String settings = "-DIntegrationTestIngest.";
    arguments.addAll(
        List.of(
            "-Dhbase.IntegrationTestIngest.runtime=60000",
            settings + "num_keys_per_server=1000",
            settings + "num_write_threads=4",
            settings + "num_read_threads=4"));
    arguments.addAll(IntegrationProgram.withMonkey(Duration.ofSeconds(2), Duration.ofSeconds(5)));
    repeat("org.apache.hadoop.hbase.IntegrationTestIngest", arguments, () -> {});
  }

  /** An action between two rounds. */
  private interface CleanUp {
    void run() throws Exception;
  }

  private CacheUse repeat(String program, List<String> arguments, CleanUp cleanUp)
      throws Exception {
    String name = program.substring(program.lastIndexOf('.') + 1);
    long begin = System.nanoTime();
    int rounds = 0;
    do {
      Path folder = folder(version).resolve(name).resolve(Integer.toString(rounds));
      try (IntegrationProgram run =
          IntegrationProgram.start(cluster, version, program, folder, arguments)) {
        killServersDuring(run);
        assertThat(run.exitCode())
            .as("exit code of round %d, see %s:%n%s", rounds, run.log(), run.errors())
            .isZero();
      }
      cleanUp.run();
      rounds++;
    } while (System.nanoTime() - begin < LENGTH.toNanos());
    CacheUse use = CacheUse.of(cluster).plus(ofKilledServers).minus(before);
    System.out.printf(
        "%s on %s, %s: %d rounds, %d kills, %d s, %d hits, %d evictions%n",
        name,
        version,
        TestClusters.cache(),
        rounds,
        kills,
        Duration.ofNanos(System.nanoTime() - begin).toSeconds(),
        use.hits(),
        use.evicted());
    assertThat(use.hits()).as("hits").isPositive();
    return use;
  }

  private void killServersDuring(IntegrationProgram run) throws Exception {
    int ofRound = 0;
    while (ofRound < MAX_KILLS && !run.awaitExit(upTo(LONGEST_LIFE_MILLIS))) {
      int victim = random.nextInt(SERVERS);
      ofKilledServers = ofKilledServers.plus(CacheUse.of(cluster.regionServer(victim)));
      cluster.regionServer(victim).killHard();
      Thread.sleep(upTo(LONGEST_OUTAGE_MILLIS).toMillis());
      cluster.startRegionServer(victim);
      ofRound++;
    }
    kills += ofRound;
    assertThat(run.awaitExit(MAX_RUN)).as("ended, see " + run.log()).isTrue();
  }

  private Duration upTo(int millis) {
    return Duration.ofMillis(random.nextInt(millis));
  }

  private static void deleteTable(String name) throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
        Admin admin = connection.getAdmin()) {
      admin.disableTable(TableName.valueOf(name));
      admin.deleteTable(TableName.valueOf(name));
    }
  }

  /** With HBase's own cache, only the answers are checked. */
  @AfterEach
  void checkCaches() throws Exception {
    if (!TestClusters.onStrata()) {
      return;
    }
    assertThat(RegionServerLog.complaints(cluster)).isEmpty();
    assertThat(CacheAudit.of(cluster)).isEmpty();
  }
}

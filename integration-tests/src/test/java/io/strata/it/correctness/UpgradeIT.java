package io.strata.it.correctness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.BuildTree;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.JavaCommand;
import io.strata.it.cluster.ProcessMetrics;
import io.strata.it.cluster.RegionMoves;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.it.cluster.TestClusters;
import io.strata.it.cluster.WebPages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Upgrades two servers in a rolling restart from HBase's own cache to Strata, from one release of
 * it to the next, and back, each as {@code graceful_stop.sh --restart --reload} does it. Meanwhile
 * a client with HBase's default retries reads and writes: no request fails, and every answer is
 * right. Each step depends on the last. {@link OlderJar} provides the earlier release.
 */
class UpgradeIT {
  private static final String NAME = "upgrade";
  private static final HBaseDistribution HBASE = HBaseDistribution.V2_6_4;
  private static final int ROWS = 2_000;

  /** The server whose HBase cache is in a file at first; it keeps the file. */
  private static final int WITH_FILE = 0;

  /** The server that gets a cache in memory with a flash tier below it. */
  private static final int WITH_MEMORY = 1;

  private static final int FILE_MEGABYTES = 128;
  private static final int MEMORY_MEGABYTES = 32;

  private final Random random = new Random(1);
  private final Path folder = TestClusters.folder(NAME);
  private final Path flash = folder.resolve("flash");
  private HBaseCluster cluster;
  private RegionMoves moves;
  private SpreadTable table;

  @AfterEach
  void stop() throws IOException {
    if (table != null) {
      table.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  @TestFactory
  Stream<DynamicTest> noRequestFailsWhileServersMove() throws Exception {
    assumeTrue(TestClusters.onStrata(), "there is nothing to upgrade to");
    cluster =
        TestClusters.start(
            NAME,
            HBASE,
            ownInFile(),
            // A compaction would make cached blocks useless by replacing their file.
            Map.of("hbase.regionserver.compaction.enabled", "false"),
            2);
    moves = new RegionMoves(cluster, HBASE, folder);
    table = new SpreadTable(cluster, ROWS, cluster.clientConfiguration());
    Path jar = BuildTree.dropInJar();
    Path older = OlderJar.of(jar, folder.resolve("strata-older.jar"));
    Path list = folder.resolve("list-" + cluster.regionServerPort(WITH_FILE));
    return Stream.of(
        dynamicTest("are loaded", this::write),
        dynamicTest("have HBase's own cache", () -> checkOwn(WITH_FILE)),
        step("get the earlier release", () -> takeOver(list, older)),
        dynamicTest("which is in use", () -> checkStrata(WITH_FILE, older)),
        step("get this one", () -> restart(WITH_MEMORY, strata(withFlash(), jar))),
        dynamicTest("which is in use", () -> checkStrata(WITH_MEMORY, jar)),
        step("get this one after the earlier", () -> upgrade(jar)),
        dynamicTest("which is in use", () -> checkStrata(WITH_FILE, jar)),
        dynamicTest("and no list is left for HBase", () -> assertThat(list).doesNotExist()),
        step("are rolled back", () -> restart(WITH_FILE, ownInFile())),
        dynamicTest("to HBase's own cache", () -> checkOwn(WITH_FILE)),
        step("are rolled back", this::rollBackLast),
        dynamicTest("to HBase's own cache", () -> checkOwn(WITH_MEMORY)));
  }

  private void write() throws Exception {
    table.create();
    table.flush();
  }

  private void restart(int server, RegionServerSetup setup) throws Exception {
    moves.unload(server);
    cluster.regionServer(server).stopGracefully();
    cluster.startRegionServer(server, setup);
    moves.load(server);
  }

  /** Gives Strata the file of HBase's own cache, which wrote a list of its contents. */
  private void takeOver(Path list, Path jar) throws Exception {
    moves.unload(WITH_FILE);
    cluster.regionServer(WITH_FILE).stopGracefully();
    assertThat(list).exists();
    cluster.startRegionServer(WITH_FILE, strata(ownInFile(), jar));
    moves.load(WITH_FILE);
  }

  /** Checks that the earlier release's blocks in the file are recovered and read. */
  private void upgrade(Path jar) throws Exception {
    restart(WITH_FILE, strata(ownInFile(), jar));
    Await.until("blocks are recovered", () -> flash(WITH_FILE, "RestoringFiles") == 0);
    assertThat(flash(WITH_FILE, "Restored")).as("recovered blocks").isPositive();
    Await.until("some are read", () -> flash(WITH_FILE, "Hits") > 0);
    assertThat(flash(WITH_FILE, "Damaged")).isZero();
  }

  private void rollBackLast() throws Exception {
    moves.unload(WITH_MEMORY);
    cluster.regionServer(WITH_MEMORY).stopGracefully();
    Path before = folder.resolve("flash-before");
    Files.copy(flash, before);
    cluster.startRegionServer(WITH_MEMORY, ownInMemory());
    moves.load(WITH_MEMORY);
    assertThat(flash).hasSameBinaryContentAs(before);
  }

  private void checkOwn(int server) throws Exception {
    WebPages pages = new WebPages(cluster.regionServer(server));
    assertThat(pages.get("/rs-status")).contains("CombinedBlockCache").doesNotContain("Strata");
    assertThat(pages.get("/jmx?qry=io.strata:*")).doesNotContain("io.strata:type");
    assertThat(table.regionsOn(server)).as("regions that were moved back").isNotEmpty();
  }

  private void checkStrata(int server, Path jar) throws Exception {
    WebPages pages = new WebPages(cluster.regionServer(server));
    assertThat(pages.get("/jmx?qry=io.strata:*")).contains("io.strata:type=OffHeapCache");
    Optional<String> version = OlderJar.version(jar);
    if (version.isPresent()) {
      assertThat(pages.get("/strata/data.json")).contains(version.get());
    }
    assertThat(table.regionsOn(server)).as("regions that were moved back").isNotEmpty();
  }

  private long flash(int server, String attribute) {
    try (ProcessMetrics metrics = ProcessMetrics.of(cluster.regionServer(server))) {
      return ((Number) metrics.attribute("io.strata:type=FlashTier", attribute)).longValue();
    }
  }

  private DynamicTest step(String name, TableOperations.Step step) {
    return dynamicTest(
        name,
        () -> {
          table.underTraffic(random.nextLong(), step);
          table.checkAll();
        });
  }

  private static RegionServerSetup ownInMemory() {
    return RegionServerSetup.bucketCache(MEMORY_MEGABYTES)
        .withHeap("512m")
        .withDirectMemory("512m")
        // The optimizing compiler would take longer than the server runs.
        .withJvmArgs(JavaCommand.QUICK_COMPILER);
  }

  /** Each server has its own file and recovers its contents. */
  private RegionServerSetup ownInFile() {
    String ofServer = "-${hbase.regionserver.port}";
    return ownInMemory()
        .withSite("hbase.bucketcache.ioengine", "file:" + folder.resolve("cache") + ofServer)
        .withSite("hbase.bucketcache.size", Integer.toString(FILE_MEGABYTES))
        .withSite("hbase.bucketcache.persistent.path", folder.resolve("list") + ofServer);
  }

  private RegionServerSetup withFlash() {
    return ownInMemory()
        .withSite("strata.flash.path", flash.toString())
        .withSite("strata.flash.size", "64m")
        .withSite("strata.flash.region.size", "1m")
        .withSite("strata.flash.write.rate", "0");
  }

  /** Returns the same setup with Strata, and nothing else changed. */
  private static RegionServerSetup strata(RegionServerSetup own, Path jar) {
    return own.withSite("hbase.regionserver.impl", "io.strata.readpath.StrataRegionServer")
        .withClassPath(jar);
  }
}

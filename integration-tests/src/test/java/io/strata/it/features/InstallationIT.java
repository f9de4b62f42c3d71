package io.strata.it.features;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.CacheCounts;
import io.strata.it.cluster.ClusterStartException;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseProcess;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.it.cluster.Release;
import io.strata.it.cluster.TestClusters;
import io.strata.it.cluster.WebPages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Installs the cache from the release archive in each way. A RegionServer with an invalid
 * configuration does not start, and its log has the fix. One without Strata's lines uses HBase's
 * own cache again.
 */
class InstallationIT {
  private static final RegionServerSetup GOOD =
      TestClusters.cacheUnderTest(32).withoutClassPath().withClassPath(releasedJar());

  /** The same without Strata and its jar. */
  private static final RegionServerSetup LEFT =
      RegionServerSetup.bucketCache(128).withDirectMemory("512m");

  /** With another subclass of HRegionServer, the cache is installed by a coprocessor. */
  private static final RegionServerSetup COPROCESSOR =
      GOOD.withSite("hbase.regionserver.impl", "org.apache.hadoop.hbase.regionserver.HRegionServer")
          .withSite(
              "hbase.coprocessor.regionserver.classes", "io.strata.readpath.StrataCoprocessor");

  /** Settings with which HBase resizes the first tier at run time. */
  private static final Map<String, String> HEAP_TUNER =
      Map.of(
          "hfile.block.cache.size.min.range", "0.1",
          "hfile.block.cache.size.max.range", "0.5",
          "hbase.regionserver.global.memstore.size.min.range", "0.1",
          "hbase.regionserver.global.memstore.size.max.range", "0.4",
          "hbase.regionserver.heapmemory.tuner.period", "500");

  @TempDir static Path folder;

  private static HBaseCluster cluster;
  private static Connection connection;
  private static SampleTable table;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(TestClusters.onStrata(), "HBase's own cache is always installed");
    cluster = TestClusters.start("installation", TestClusters.hbase(), GOOD);
    connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
    Admin admin = connection.getAdmin();
    table = SampleTable.create(connection, admin, "sample", 1, family -> family);
    table.write();
    cluster.regionServer().stopGracefully();
  }

  @AfterAll
  static void stop() throws IOException {
    if (connection != null) {
      connection.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  @AfterEach
  void stopTheServer() {
    if (cluster.regionServer().isAlive()) {
      cluster.regionServer().stopGracefully();
    }
  }

  private static Path releasedJar() {
    try {
      return Release.unpack("installation-release").jar();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  static Stream<Arguments> installations() {
    return Stream.of(
        arguments("the server's class", GOOD),
        arguments("a coprocessor", COPROCESSOR),
        arguments(
            "the server's class, with files",
            withEngine("files:" + folder.resolve("first") + "," + folder.resolve("second"))),
        arguments("the server's class, beside HBase's heap tuner", GOOD.withSite(HEAP_TUNER)));
  }

  private static RegionServerSetup withEngine(String engine) {
    return GOOD.withSite("hbase.bucketcache.ioengine", engine);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("installations")
  void servesBlocksWhenInstalledBy(String way, RegionServerSetup setup) throws Exception {
    List<String> complaints = RegionServerLog.complaints(cluster);
    cluster.startRegionServer(setup);
    table.read();

    CacheCounts before = CacheCounts.of(cluster);
    table.read();
    CacheCounts change = CacheCounts.of(cluster).since(before);

    assertThat(change.l2Hits()).isGreaterThan(SampleTable.MIN_BLOCKS);
    assertThat(new WebPages(cluster.regionServer()).get("/rs-status")).contains("Strata");
    assertThat(RegionServerLog.complaints(cluster)).isEqualTo(complaints);
  }

  /** {@link MainPath} does the same with the server's class. */
  @Test
  void growsOnlineWhenInstalledByACoprocessor() throws Exception {
    cluster.startRegionServer(COPROCESSOR);
    Path log = cluster.regionServer().logFile();
    long logged = Files.size(log);

    cluster.reconfigureRegionServer(COPROCESSOR.withSite("hbase.bucketcache.size", "64"));
    try (Admin admin = connection.getAdmin()) {
      admin.updateConfiguration(admin.getRegionServers().iterator().next());
    }

    Await.until(
        "the log names the new size",
        () ->
            linesAfter(log, logged)
                .anyMatch(line -> line.contains("Changed ") && line.contains("to 64 MB")));
  }

  /** HBase would create its own cache with the same keys, and so use the memory twice. */
  @Test
  void memoryIsAllocatedOnce() throws Exception {
    long logged = Files.size(cluster.regionServer().logFile());
    cluster.startRegionServer(GOOD);
    assertThat(linesAfter(cluster.regionServer().logFile(), logged))
        .anyMatch(line -> line.contains("Strata is the block cache of this RegionServer"))
        .noneMatch(line -> line.contains("bucket.BucketCache"));
  }

  @Test
  void hBasesOwnCacheReturnsWhenTheLinesAreRemoved() throws Exception {
    Path flash = folder.resolve("flash");
    cluster.startRegionServer(
        GOOD.withSite("strata.flash.path", flash.toString())
            .withSite("strata.flash.size", "64m")
            .withSite("strata.flash.region.size", "1m"));
    table.read();
    cluster.regionServer().stopGracefully();
    Path before = folder.resolve("flash-before");
    Files.copy(flash, before);

    cluster.startRegionServer(LEFT);
    table.read();
    CacheCounts counts = CacheCounts.of(cluster);
    table.read();

    // It does not hold all blocks: it reserves memory for blocks of other sizes.
    assertThat(CacheCounts.of(cluster).since(counts).l2Hits()).isPositive();
    WebPages pages = new WebPages(cluster.regionServer());
    assertThat(pages.get("/rs-status")).contains("BucketCache").doesNotContain("Strata");
    assertThat(pages.get("/jmx?qry=io.strata:*")).doesNotContain("io.strata:type");
    assertThat(flash).hasSameBinaryContentAs(before);
  }

  static Stream<Arguments> wrongConfigurations() {
    return Stream.of(
        arguments(
            "more than the direct memory",
            GOOD.withDirectMemory("256m").withSite("hbase.bucketcache.size", "512"),
            List.of("hbase.bucketcache.size", "-XX:MaxDirectMemorySize")),
        arguments(
            "more than the direct memory, with a coprocessor",
            COPROCESSOR.withDirectMemory("150m"),
            List.of("hbase.bucketcache.size", "-XX:MaxDirectMemorySize")),
        arguments(
            "an unknown engine",
            withEngine("offhaep"),
            List.of("hbase.bucketcache.ioengine", "offhaep", "offheap")),
        arguments(
            "a size that is not a number",
            GOOD.withSite("hbase.bucketcache.size", "lots"),
            List.of("hbase.bucketcache.size", "lots")),
        arguments(
            "a size that is too small",
            GOOD.withSite("hbase.bucketcache.size", "8"),
            List.of("hbase.bucketcache.size", "32")),
        arguments(
            "another cache as well",
            GOOD.withSite("hbase.blockcache.use.external", "true"),
            List.of("hbase.blockcache.use.external")),
        arguments(
            "a file that cannot be created",
            withEngine("mmap:/proc/strata/cache"),
            List.of("hbase.bucketcache.ioengine", "/proc/strata")),
        arguments(
            "dictionaries without their library",
            GOOD.withSite("strata.offheap.compression.dictionaries", "true"),
            List.of("strata.offheap.compression.dictionaries=true", "zstd-jni", "HBASE_CLASSPATH")),
        arguments(
            "no jar", GOOD.withoutClassPath(), List.of("io.strata.readpath.StrataRegionServer")),
        arguments(
            "no jar, with a coprocessor",
            COPROCESSOR.withoutClassPath(),
            List.of("io.strata.readpath.StrataCoprocessor")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wrongConfigurations")
  void startupFailsWith(String mistake, RegionServerSetup setup, List<String> named)
      throws IOException {
    HBaseProcess server = cluster.regionServer();
    long logged = Files.size(server.logFile());

    assertThatThrownBy(() -> cluster.startRegionServer(setup))
        .isInstanceOf(ClusterStartException.class)
        .hasMessageContaining("ended with exit code");

    assertThat(server.exitCode()).isNotZero();
    assertThat(linesAfter(server.logFile(), logged))
        .as("a line of the log that names " + named)
        .anyMatch(line -> named.stream().allMatch(line::contains));
  }

  private static Stream<String> linesAfter(Path file, long position) throws IOException {
    byte[] all = Files.readAllBytes(file);
    return new String(all, (int) position, all.length - (int) position, UTF_8).lines();
  }
}

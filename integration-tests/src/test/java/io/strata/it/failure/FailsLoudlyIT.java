package io.strata.it.failure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.strata.it.cluster.ClusterStartException;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.HBaseProcess;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.it.cluster.TestClusters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A RegionServer with a wrong configuration does not start, and its log says what to change. */
class FailsLoudlyIT {
  private static final RegionServerSetup GOOD = TestClusters.cacheUnderTest(32);

  private static HBaseCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(TestClusters.onStrata(), "HBase's own cache has other messages");
    cluster = TestClusters.start("fails-loudly", HBaseDistribution.V2_6_4, GOOD);
    cluster.regionServer().stopGracefully();
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.startRegionServer(GOOD); // nothing but the configuration kept it from starting
      cluster.close();
    }
  }

  @AfterEach
  void noProcessIsLeft() {
    if (cluster.regionServer().isAlive()) {
      cluster.regionServer().killHard();
    }
  }

  static Stream<Arguments> wrongConfigurations() {
    return Stream.of(
        arguments(
            "more than the direct memory",
            GOOD.withDirectMemory("256m").withSite("hbase.bucketcache.size", "512"),
            List.of("hbase.bucketcache.size", "-XX:MaxDirectMemorySize")),
        arguments(
            "an unknown engine",
            GOOD.withSite("hbase.bucketcache.ioengine", "offhaep"),
            List.of("hbase.bucketcache.ioengine", "offhaep", "offheap")),
        arguments(
            "a size that is no number",
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
            "a file that cannot be made",
            GOOD.withSite("hbase.bucketcache.ioengine", "mmap:/proc/strata/cache"),
            List.of("/proc/strata")),
        arguments(
            "no jar", GOOD.withoutClassPath(), List.of("io.strata.readpath.StrataRegionServer")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wrongConfigurations")
  void refuses_to_start_with(String mistake, RegionServerSetup setup, List<String> named)
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

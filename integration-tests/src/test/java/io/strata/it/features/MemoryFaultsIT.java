package io.strata.it.features;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.BuildTree;
import io.strata.it.cluster.ClusterStartException;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.HBaseProcess;
import io.strata.it.cluster.ProcessMetrics;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.it.cluster.TestClusters;
import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Memory that is not available when a RegionServer starts, and memory that a reader never releases.
 */
class MemoryFaultsIT {
  private static final TableName TABLE = TableName.valueOf("leaking");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int GETS = 200;

  private static final RegionServerSetup GOOD =
      TestClusters.cacheUnderTest(32)
          .withClassPath(
              BuildTree.root()
                  .resolve(
                      "integration-tests/hbase-own-tests/target/"
                          + "strata-hbase-own-tests-0.1.0-SNAPSHOT.jar"));

  private static HBaseCluster cluster;

  @BeforeAll
  static void start() {
    assumeTrue(TestClusters.onStrata(), "what HBase's own cache does is not tested here");
    cluster = TestClusters.start("memory-faults", HBaseDistribution.V2_6_4, GOOD);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @AfterEach
  void startTheServerAgain() {
    if (!cluster.regionServer().isAlive()) {
      cluster.startRegionServer(GOOD);
    }
  }

  /** The memory is within the limits, but already in use. */
  @Test
  void memoryInUseFailsStartup() throws Exception {
    rejects(
        GOOD.withSite("hbase.bucketcache.size", "256")
            .withSite("hbase.regionserver.impl", "io.strata.judge.server.StarvedRegionServer"),
        "hbase.bucketcache.size=256: the memory could not be allocated",
        "Lower it, or raise -XX:MaxDirectMemorySize");
  }

  /** The memory exceeds the limits, which is reported before any is allocated. */
  @Test
  void memoryBeyondTheLimitFailsStartup() throws Exception {
    rejects(
        GOOD.withSite("hbase.bucketcache.size", "1024"),
        "hbase.bucketcache.size=1024: needs ",
        "Set -XX:MaxDirectMemorySize=");
  }

  private static void rejects(RegionServerSetup setup, String... sentence) throws IOException {
    HBaseProcess server = cluster.regionServer();
    if (server.isAlive()) {
      server.stopGracefully();
    }
    long logged = Files.size(server.logFile());
    assertThatThrownBy(() -> cluster.startRegionServer(setup))
        .isInstanceOf(ClusterStartException.class)
        .hasMessageContaining("ended with exit code");
    assertThat(server.exitCode()).isNotZero();
    assertThat(linesAfter(logged).filter(line -> line.contains("hbase.bucketcache.size")))
        .anyMatch(line -> Stream.of(sentence).allMatch(line::contains));
  }

  /** HBase's leak detector names the coprocessor, and the server answers as before. */
  @Test
  void leakingCoprocessorIsNamedInTheLog() throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
        Admin admin = connection.getAdmin();
        Table table = connection.getTable(TABLE)) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .setCoprocessor("io.strata.judge.server.LeakingReader")
              // The master loads no regions and does not have the class.
              .setValue("hbase.table.sanity.checks", "false")
              .build());
      for (int row = 0; row < GETS; row++) {
        table.put(new Put(Bytes.toBytes(row)).addColumn(FAMILY, FAMILY, Bytes.toBytes(row)));
      }
      admin.flush(TABLE);
      long logged = Files.size(cluster.regionServer().logFile());
      Await.until("the leak is named", () -> getAll(table) && namesTheLeak(logged));
    }
  }

  private static boolean getAll(Table table) throws IOException {
    for (int row = 0; row < GETS; row++) {
      byte[] value = table.get(new Get(Bytes.toBytes(row))).getValue(FAMILY, FAMILY);
      assertThat(value).isEqualTo(Bytes.toBytes(row));
    }
    try (ProcessMetrics metrics = ProcessMetrics.of(cluster.regionServer())) {
      metrics.collectGarbage();
    }
    return true;
  }

  private static boolean namesTheLeak(long logged) throws IOException {
    String log = String.join("\n", linesAfter(logged).toList());
    return log.contains("LEAK: RefCnt.release() was not called")
        && log.contains("read by a leaking coprocessor")
        && log.contains("io.strata.judge.server.LeakingReader.preGetOp")
        && log.contains("io.strata.readpath.l2.SlotPin");
  }

  private static Stream<String> linesAfter(long position) throws IOException {
    byte[] all = Files.readAllBytes(cluster.regionServer().logFile());
    return new String(all, (int) position, all.length - (int) position, UTF_8).lines();
  }
}

package io.strata.it.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the cluster harness itself, with HBase's own BucketCache. */
class HBaseClusterIT {
  private static final RegionServerSetup SERVER =
      RegionServerSetup.bucketCache(64).withJvmArgs(JavaCommand.QUICK_COMPILER);

  private static final String REGION_SERVER = "org.apache.hadoop.hbase.regionserver.HRegionServer";
  private static final TableName NAME = TableName.valueOf("smoke");
  private static final byte[] FAMILY = "f".getBytes(UTF_8);
  private static final byte[] ROW = "row".getBytes(UTF_8);
  private static final byte[] VALUE = "value".getBytes(UTF_8);

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(names = {"V2_6_4", "V2_5_13"})
  void killedRegionServerServesItsRowsAgain(HBaseDistribution distribution) throws Exception {
    List<HBaseProcess> processes;
    try (HBaseCluster cluster =
            HBaseCluster.builder(distribution, folder.resolve("cluster"))
                .regionServer(SERVER)
                .detectsDeadServersSoon()
                .deleteOnClose()
                .sharesClasses()
                .start();
        Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration())) {
      processes = List.of(cluster.zooKeeper(), cluster.master(), cluster.regionServer());
      createTable(connection);
      try (Table table = connection.getTable(NAME)) {
        table.put(new Put(ROW).addColumn(FAMILY, FAMILY, VALUE));
        assertThat(read(table)).isEqualTo(VALUE);

        long pid = cluster.regionServer().pid();
        cluster.regionServer().killHard();
        assertThat(cluster.regionServer().isAlive()).isFalse();
        cluster.startRegionServer();

        assertThat(cluster.regionServer().pid()).isNotEqualTo(pid);
        assertThat(read(table)).isEqualTo(VALUE);
        flushWhileItSplits(connection);
        assertThat(read(table)).isEqualTo(VALUE);
      }
      try (ProcessMetrics metrics = ProcessMetrics.of(cluster.regionServer())) {
        assertThat(metrics.regionServer("blockCacheFreeSize")).isPositive();
      }
    }
    assertThat(processes).noneMatch(HBaseProcess::isAlive);
    assertThat(folder.resolve("cluster/data")).doesNotExist();
    assertThat(folder.resolve("cluster/logs/regionserver.log")).isNotEmptyFile();
    assertThat(ClassArchive.shared(REGION_SERVER, distribution.serverClassPath()).options())
        .as("later processes map the classes of the first")
        .allMatch(option -> option.startsWith("-XX:SharedArchiveFile="));
  }

  @Test
  void regionsOfAKilledServerAreServedFromHdfsByAnother() throws Exception {
    try (HBaseCluster cluster =
            HBaseCluster.builder(HBaseDistribution.V2_6_4, folder.resolve("cluster"))
                .regionServer(SERVER)
                .detectsDeadServersSoon()
                .regionServers(2)
                .onHdfs()
                .deleteOnClose()
                .sharesClasses()
                .start();
        Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
        Table table = connection.getTable(NAME)) {
      createTable(connection);
      table.put(new Put(ROW).addColumn(FAMILY, FAMILY, VALUE));
      int serving = serverOfTable(cluster, connection);

      cluster.regionServer(serving).killHard();

      assertThat(cluster.regionServer(1 - serving).isAlive()).isTrue();
      assertThat(read(table)).isEqualTo(VALUE);
      assertThat(serverOfTable(cluster, connection)).isEqualTo(1 - serving);
      cluster.startRegionServer(serving);
      try (Admin admin = connection.getAdmin()) {
        assertThat(admin.getRegionServers())
            .extracting(ServerName::getPort)
            .containsExactlyInAnyOrder(cluster.regionServerPort(0), cluster.regionServerPort(1));
      }
    }
  }

  private static int serverOfTable(HBaseCluster cluster, Connection connection) throws Exception {
    try (RegionLocator locator = connection.getRegionLocator(NAME)) {
      int port = locator.getRegionLocation(ROW, true).getPort();
      return cluster.regionServerPort(0) == port ? 0 : 1;
    }
  }

  @Test
  void failedStartIsExplainedAndLeavesNoProcess() {
    Set<ProcessHandle> before = javaProcesses();
    HBaseCluster.Builder builder =
        HBaseCluster.builder(HBaseDistribution.V2_6_4, folder.resolve("cluster"))
            .regionServerSite("hbase.regionserver.impl", "no.such.Server");

    assertThatThrownBy(builder::start)
        .isInstanceOf(ClusterStartException.class)
        .hasMessageContaining("The process regionserver ended with exit code")
        .hasMessageContaining(folder.resolve("cluster/logs/regionserver.log").toString())
        .hasMessageContaining("no.such.Server");

    assertThat(javaProcesses()).isEqualTo(before);
  }

  private static Set<ProcessHandle> javaProcesses() {
    return ProcessHandle.current()
        .children()
        .filter(HBaseClusterIT::isJava)
        .collect(Collectors.toSet());
  }

  private static boolean isJava(ProcessHandle process) {
    return process.isAlive() && process.info().command().orElse("").endsWith("java");
  }

  private static void createTable(Connection connection) throws Exception {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(NAME)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
    }
  }

  /** Flushes the region that a split has closed since it was listed. */
  private static void flushWhileItSplits(Connection connection) throws Exception {
    try (Admin admin = connection.getAdmin()) {
      List<RegionInfo> listed = admin.getRegions(NAME);
      admin.splitRegionAsync(listed.get(0).getRegionName(), ROW).get();
      assertThat(admin.getRegions(NAME)).doesNotContainAnyElementsOf(listed);

      TableWork.flush(admin, listed);
    }
  }

  private static byte[] read(Table table) throws Exception {
    return table.get(new Get(ROW)).getValue(FAMILY, FAMILY);
  }
}

package io.strata.it.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.BuildTree;
import io.strata.it.cluster.CacheAudit;
import io.strata.it.cluster.CacheCounts;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.HBaseProcess;
import io.strata.it.cluster.JavaCommand;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.it.cluster.StandaloneHBase;
import io.strata.it.cluster.TableWork;
import io.strata.it.cluster.TestClusters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.net.Address;
import org.apache.hadoop.hbase.rsgroup.RSGroupAdminClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Runs the cache in servers with other extensions, other classes and other modes of HBase: each is
 * started, read, checked and stopped.
 */
class CoexistenceIT {
  private static final RegionServerSetup STRATA = TestClusters.cacheUnderTest(32);
  private static final String COPROCESSORS = "hbase.coprocessor.regionserver.classes";
  private static final String ACCESS_CONTROLLER =
      "org.apache.hadoop.hbase.security.access.AccessController";

  @BeforeEach
  void onlyStrata() {
    assumeTrue(TestClusters.onStrata(), "HBase's own cache is always installed");
  }

  /** Reads a table twice; the second time from the cache of a server. */
  private static void readFromCache(Configuration client, HBaseProcess server, String name)
      throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(client);
        Admin admin = connection.getAdmin()) {
      SampleTable table = SampleTable.create(connection, admin, name, 1, family -> family);
      table.write();
      table.read();
      CacheCounts before = CacheCounts.of(server);
      table.read();
      assertThat(CacheCounts.of(server).since(before).l2Hits())
          .isGreaterThan(SampleTable.MIN_BLOCKS);
    }
  }

  /** Checks the cache, the log, and that the server stops by itself. */
  private static void checkAndStop(HBaseProcess server) throws Exception {
    assertThat(CacheAudit.of(server)).isEmpty();
    assertThat(RegionServerLog.complaints(List.of(server))).isEmpty();
    assertThat(Files.readString(server.logFile()))
        .contains("Strata is the block cache of this RegionServer");
    server.stopGracefully();
    assertThat(server.exitCode()).as("exit code").isIn(0, 143);
  }

  private static void runOn(HBaseCluster cluster) throws Exception {
    readFromCache(cluster.clientConfiguration(), cluster.regionServer(), "sample");
    checkAndStop(cluster.regionServer());
  }

  @Test
  void besideOtherCoprocessors() throws Exception {
    String both = "org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint";
    Map<String, String> site =
        Map.of(
            "hbase.security.authorization",
            "true",
            "hbase.superuser",
            System.getProperty("user.name"),
            "hbase.coprocessor.master.classes",
            ACCESS_CONTROLLER,
            "hbase.coprocessor.region.classes",
            String.join(
                ",",
                ACCESS_CONTROLLER,
                "org.apache.hadoop.hbase.security.token.TokenProvider",
                both),
            COPROCESSORS,
            ACCESS_CONTROLLER);
    RegionServerSetup asCoprocessor =
        STRATA
            .withSite(
                "hbase.regionserver.impl", "org.apache.hadoop.hbase.regionserver.HRegionServer")
            .withSite(COPROCESSORS, ACCESS_CONTROLLER + ",io.strata.readpath.StrataCoprocessor");
    try (HBaseCluster cluster =
        TestClusters.start("beside-coprocessors", HBaseDistribution.V2_6_4, STRATA, site)) {
      runOn(cluster);
      cluster.startRegionServer(asCoprocessor);
      readFromCache(cluster.clientConfiguration(), cluster.regionServer(), "other");
      checkAndStop(cluster.regionServer());
    }
  }

  /** The class is one of HBase's own tests, which nobody wrote for Strata. */
  @Test
  void besideAnotherServerClass() throws Exception {
    RegionServerSetup setup =
        STRATA
            .withSite(
                "hbase.regionserver.impl",
                "org.apache.hadoop.hbase.MiniHBaseCluster$MiniHBaseClusterRegionServer")
            .withSite(COPROCESSORS, "io.strata.readpath.StrataCoprocessor");
    for (Path jar : HBaseDistribution.V2_6_4.clientClassPath()) {
      if (jar.getFileName().toString().matches("hbase-server-.*-tests.jar")) {
        setup = setup.withClassPath(jar);
      }
    }
    try (HBaseCluster cluster =
        TestClusters.start("beside-server-class", HBaseDistribution.V2_6_4, setup)) {
      runOn(cluster);
    }
  }

  /** The keys name principals and keytabs that are only used if authentication is kerberos. */
  @Test
  void withTheKeysOfKerberos() throws Exception {
    Map<String, String> site =
        Map.of(
            "hbase.security.authentication", "simple",
            "hbase.regionserver.kerberos.principal", "hbase/_HOST@EXAMPLE.COM",
            "hbase.regionserver.keytab.file", "/etc/security/hbase.keytab",
            "hbase.master.kerberos.principal", "hbase/_HOST@EXAMPLE.COM",
            "hbase.master.keytab.file", "/etc/security/hbase.keytab",
            "hbase.security.authentication.ui", "simple",
            "hbase.rpc.protection", "privacy");
    try (HBaseCluster cluster =
        TestClusters.start("kerberos-keys", HBaseDistribution.V2_6_4, STRATA, site)) {
      runOn(cluster);
    }
  }

  @Test
  void inStandaloneMode() throws Exception {
    Path folder = TestClusters.folder("standalone");
    try (StandaloneHBase hbase = StandaloneHBase.start(HBaseDistribution.V2_6_4, folder, STRATA)) {
      readFromCache(hbase.clientConfiguration(), hbase.process(), "sample");
      checkAndStop(hbase.process());
    }
  }

  /** A table is moved to a server of another group, and is cached there. */
  @Test
  void withRegionServerGroups() throws Exception {
    Map<String, String> site =
        Map.of(
            "hbase.coprocessor.master.classes",
                "org.apache.hadoop.hbase.rsgroup.RSGroupAdminEndpoint",
            "hbase.master.loadbalancer.class",
                "org.apache.hadoop.hbase.rsgroup.RSGroupBasedLoadBalancer");
    try (HBaseCluster cluster =
            TestClusters.start(
                "server-groups", HBaseDistribution.V2_6_1_EXTENSIONS, STRATA, site, 2);
        Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
        Admin admin = connection.getAdmin()) {
      RSGroupAdminClient groups = new RSGroupAdminClient(connection);
      Await.until("the groups can be changed", () -> add(groups, "other"));
      SampleTable table = SampleTable.create(connection, admin, "sample", 1, family -> family);
      table.write();
      table.read();
      Address server = Address.fromParts("localhost", cluster.regionServerPort(1));
      groups.moveServers(Set.of(server), "other");
      groups.moveTables(Set.of(table.name()), "other");
      Await.until(
          "the table is on the server of the other group",
          () ->
              connection.getRegionLocator(table.name()).getAllRegionLocations().stream()
                  .allMatch(each -> each.getPort() == server.getPort()));
      table.read();
      CacheCounts before = CacheCounts.of(cluster.regionServer(1));
      table.read();
      assertThat(CacheCounts.of(cluster.regionServer(1)).since(before).l2Hits())
          .isGreaterThan(SampleTable.MIN_BLOCKS);
      checkAndStop(cluster.regionServer(1));
      checkAndStop(cluster.regionServer(0));
    }
  }

  /** Returns whether the group was added: the master needs some time after its start for that. */
  private static boolean add(RSGroupAdminClient groups, String name) {
    try {
      groups.addRSGroup(name);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Phoenix has its own coprocessors, RPC scheduler, WAL codec, and secondary indexes. */
  @Test
  void withPhoenix() throws Exception {
    HBaseDistribution distribution = HBaseDistribution.V2_6_1_EXTENSIONS;
    String ipc = "org.apache.hadoop.hbase.ipc.";
    RegionServerSetup setup =
        STRATA.withSite(
            Map.of(
                "hbase.regionserver.wal.codec",
                    "org.apache.hadoop.hbase.regionserver.wal.IndexedWALEditCodec",
                "hbase.region.server.rpc.scheduler.factory.class",
                    ipc + "PhoenixRpcSchedulerFactory",
                "hbase.rpc.controllerfactory.class",
                    ipc + "controller.ServerRpcControllerFactory"));
    try (HBaseCluster cluster = TestClusters.start("phoenix", distribution, setup)) {
      runPhoenix(cluster, distribution, "write");
      flushAll(cluster);
      CacheCounts before = CacheCounts.of(cluster);
      runPhoenix(cluster, distribution, "read");
      assertThat(CacheCounts.of(cluster).since(before).l2Hits()).isPositive();
      checkAndStop(cluster.regionServer());
    }
  }

  private static void flushAll(HBaseCluster cluster) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
        Admin admin = connection.getAdmin()) {
      for (TableName table : admin.listTableNames()) {
        TableWork.flush(admin, table);
      }
    }
  }

  private static void runPhoenix(HBaseCluster cluster, HBaseDistribution distribution, String task)
      throws Exception {
    List<Path> jars = new ArrayList<>();
    jars.add(cluster.clientConfDir());
    jars.add(BuildTree.root().resolve("integration-tests/target/test-classes"));
    jars.addAll(distribution.serverClassPath());
    List<String> command = new ArrayList<>(List.of(JavaCommand.java()));
    command.addAll(JavaCommand.hbaseOptions());
    command.addAll(JavaCommand.lightOptions("512m"));
    command.addAll(List.of("-cp", JavaCommand.classPath(jars), PhoenixProgram.class.getName()));
    Map<String, String> site = cluster.clientSite();
    command.add(
        "jdbc:phoenix:%s:%s:/hbase"
            .formatted(
                site.get("hbase.zookeeper.quorum"),
                site.get("hbase.zookeeper.property.clientPort")));
    command.add(task);
    Path log = TestClusters.folder("phoenix").resolve("logs").resolve(task + ".log");
    Process client =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      assertThat(client.waitFor(5, TimeUnit.MINUTES)).as("the client ends in time").isTrue();
      assertThat(Files.readString(log)).contains("No wrong answer.");
    } finally {
      client.destroyForcibly().onExit().join();
    }
  }
}

package io.strata.it.correctness;

import static io.strata.it.cluster.TestClusters.cacheUnderTest;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.TestClusters;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every answer is right on a cluster with HDFS and two RegionServers, while regions move between
 * them and when one of them dies. The steps build on each other.
 */
class ClusterIT {
  /** Holds what lies on one of two servers, and not all that lies on one that is left alone. */
  private static final int CACHE_MEGABYTES = 32;

  private static final int MOVES = 24;

  private final Random random = new Random(1);
  private HBaseCluster cluster;
  private SpreadTable table;

  @AfterEach
  void stop() throws Exception {
    if (table != null) {
      table.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  @TestFactory
  Stream<DynamicTest> on_hdfs_and_two_servers() throws Exception {
    cluster =
        TestClusters.startOnHdfs(
            "hdfs-and-two-servers", 2, cacheUnderTest(CACHE_MEGABYTES).withHeap("512m"));
    table = new SpreadTable(cluster);
    return Stream.of(
        quiet("write", table::create),
        busy("flush", table::flush),
        busy("move regions", this::moveRegions),
        busy("kill a server", this::killServer),
        dynamicTest("the other server's cache warms", this::checkWarming),
        busy("start it again", () -> cluster.startRegionServer(0)),
        busy("spread the regions again", table::spread),
        dynamicTest("its cache warms", this::checkWarming));
  }

  private void moveRegions() throws Exception {
    for (int i = 0; i < MOVES; i++) {
      List<RegionInfo> regions = table.regions();
      table.move(regions.get(random.nextInt(regions.size())), random.nextInt(2));
    }
  }

  private void killServer() throws Exception {
    cluster.regionServer(0).killHard();
    table.awaitAllOn(1);
  }

  private void checkWarming() {}

  private DynamicTest quiet(String name, TableLife.Step step) {
    return dynamicTest(
        name,
        () -> {
          step.run();
          table.checkAll(random);
        });
  }

  private DynamicTest busy(String name, TableLife.Step step) {
    return quiet(
        name,
        () -> new Traffic(table.connection(), SpreadTable.NAME, table.versions()).during(step));
  }
}

package io.strata.it.correctness;

import static io.strata.it.cluster.TestClusters.cacheUnderTest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.CacheCounts;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.TestClusters;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every answer is right on a cluster with HDFS and two RegionServers, while regions move between
 * them and when one of them is killed. The steps build on each other.
 */
class ClusterIT {
  /** Too small for what a server holds that is left alone. */
  private static final int CACHE_MEGABYTES = 32;

  private static final int MOVES = Integer.getInteger("strata.it.moves", 24);
  private static final int VICTIM = 0;
  private static final int SURVIVOR = 1;

  /** A region's data blocks are more, those of HBase's own tables fewer. */
  private static final long FEW_BLOCKS = 50;

  private final Random random = new Random(1);
  private HBaseCluster cluster;
  private SpreadTable table;
  private CacheCounts survivorBefore;

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
        TestClusters.startTwoOnHdfs(
            "hdfs-and-two-servers",
            cacheUnderTest(CACHE_MEGABYTES).withHeap("512m"),
            // The master's own setting decides what a RegionServer does with a closed region.
            Map.of("hbase.rs.evictblocksonclose", "true"));
    table = new SpreadTable(cluster);
    return Stream.of(
        quiet("write", table::create),
        busy("flush", table::flush),
        busy("move regions to and fro", this::moveRegions),
        busy("move all regions away from a server", () -> table.gather(SURVIVOR)),
        dynamicTest("its cache is empty", this::checkEmpty),
        busy("move half of them back", table::spread),
        busy("kill the server", this::killServer),
        dynamicTest("the other server's cache warms", this::checkSurvivor),
        busy("start it again", () -> cluster.startRegionServer(VICTIM)),
        busy("spread the regions again", table::spread),
        dynamicTest("its cache warms", () -> checkWarms(VICTIM)));
  }

  private void moveRegions() throws Exception {
    for (int i = 0; i < MOVES; i++) {
      List<RegionInfo> regions = table.regions();
      table.move(regions.get(random.nextInt(regions.size())), random.nextInt(2));
    }
  }

  private void checkEmpty() throws Exception {
    assertThat(CacheCounts.of(cluster.regionServer(VICTIM)).l2Blocks()).isLessThan(FEW_BLOCKS);
  }

  private void killServer() throws Exception {
    assertThat(table.regionsOn(VICTIM)).isNotEmpty();
    survivorBefore = CacheCounts.of(cluster.regionServer(SURVIVOR));
    cluster.regionServer(VICTIM).killHard();
    table.awaitAllOn(SURVIVOR);
  }

  private void checkSurvivor() throws Exception {
    CacheCounts change = CacheCounts.of(cluster.regionServer(SURVIVOR)).since(survivorBefore);
    assertThat(change.l2Blocks()).as("blocks that came").isGreaterThan(FEW_BLOCKS);
    checkWarms(SURVIVOR);
  }

  /** Reads a region again and again until its blocks are found in its server's cache. */
  private void checkWarms(int server) throws Exception {
    RegionInfo region = table.regionsOn(server).get(0);
    Await.until(
        "most blocks of " + region + " are cached by server " + server,
        () -> {
          CacheCounts before = CacheCounts.of(cluster.regionServer(server));
          table.checkRegion(region);
          CacheCounts change = CacheCounts.of(cluster.regionServer(server)).since(before);
          assertThat(change.l2Blocks() + change.l2Hits() + change.l2Misses()).isPositive();
          return change.l2Hits() > FEW_BLOCKS && change.l2Hits() > 9 * change.l2Misses();
        });
  }

  private DynamicTest quiet(String name, TableLife.Step step) {
    return dynamicTest(
        name,
        () -> {
          step.run();
          table.checkAll();
        });
  }

  private DynamicTest busy(String name, TableLife.Step step) {
    return quiet(name, () -> table.underTraffic(random.nextLong(), step));
  }
}

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
 * Checks every answer of a cluster with HDFS and two RegionServers while regions move and when a
 * server is killed, and that a server's cache follows its regions. Each step depends on the last.
 *
 * <p>{@code -Dstrata.it.moves=500} moves more regions.
 */
class ClusterIT {
  /** Too small for the blocks of a server that has all regions. */
  private static final int CACHE_MEGABYTES = 32;

  private static final int ROWS = 6_000;

  private static final int MOVES = Integer.getInteger("strata.it.moves", 4);
  private static final int VICTIM = 0;
  private static final int SURVIVOR = 1;

  /** Fewer than a region's data blocks, more than those of HBase's own tables. */
  private static final long FEW_BLOCKS = 50;

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
  Stream<DynamicTest> onHdfsAndTwoServers() throws Exception {
    cluster =
        TestClusters.startTwoOnHdfs(
            "hdfs-and-two-servers",
            cacheUnderTest(CACHE_MEGABYTES).withHeap("512m"),
            // The master's setting decides what a RegionServer does with a closed region's blocks.
            Map.of("hbase.rs.evictblocksonclose", "true"));
    table = new SpreadTable(cluster, ROWS);
    return Stream.of(
        quiet("write", table::create),
        busy("flush", table::flush),
        busy("move regions back and forth", this::moveRegions),
        busy("move all regions away from a server", () -> table.gather(VICTIM)),
        dynamicTest("its cache is empty", this::checkEmpty),
        busy("kill the other server", this::killServer),
        dynamicTest("the cache of the surviving server warms up", () -> checkWarms(SURVIVOR)),
        busy("restart it", () -> cluster.startRegionServer(VICTIM)),
        busy("spread the regions again", table::spread),
        dynamicTest("the caches of both warm up", this::checkBothWarm));
  }

  private void moveRegions() throws Exception {
    for (int i = 0; i < MOVES; i++) {
      List<RegionInfo> regions = table.regions();
      table.move(regions.get(random.nextInt(regions.size())), random.nextInt(2));
    }
  }

  private void checkEmpty() throws Exception {
    assertThat(counts(SURVIVOR).l2Blocks()).isLessThan(FEW_BLOCKS);
  }

  private void killServer() throws Exception {
    cluster.regionServer(VICTIM).killHard();
    table.awaitAllOn(SURVIVOR);
  }

  private void checkBothWarm() throws Exception {
    checkWarms(VICTIM);
    checkWarms(SURVIVOR);
  }

  /** Reads each region of a server repeatedly until its blocks are cached. */
  private void checkWarms(int server) throws Exception {
    assertThat(counts(server).l2Blocks()).isGreaterThan(FEW_BLOCKS);
    List<RegionInfo> regions = table.regionsOn(server);
    assertThat(regions).isNotEmpty();
    for (RegionInfo region : regions) {
      Await.until(
          "most blocks of " + region + " are cached by server " + server,
          () -> {
            CacheCounts before = counts(server);
            table.checkRegion(region);
            CacheCounts change = counts(server).since(before);
            return change.l2Hits() > FEW_BLOCKS && change.l2Hits() > 9 * change.l2Misses();
          });
    }
  }

  private CacheCounts counts(int server) throws InterruptedException {
    return CacheCounts.of(cluster.regionServer(server));
  }

  private DynamicTest quiet(String name, TableOperations.Step step) {
    return dynamicTest(
        name,
        () -> {
          step.run();
          table.checkAll();
        });
  }

  private DynamicTest busy(String name, TableOperations.Step step) {
    return quiet(name, () -> table.underTraffic(random.nextLong(), step));
  }
}

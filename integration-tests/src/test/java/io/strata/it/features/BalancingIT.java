package io.strata.it.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.CacheAudit;
import io.strata.it.cluster.CachedRegions;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.ProcessMetrics;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.it.cluster.TableRegions;
import io.strata.it.cluster.TestClusters;
import io.strata.readpath.FlashMXBean;
import io.strata.readpath.OffHeapMXBean;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The cached share of regions that two servers report, in memory and on flash, and HBase's
 * cache-aware balancer. Each step depends on the last.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BalancingIT {
  private static final String NAME = "balancing";
  private static final int MEMORY_MEGABYTES = 32;

  private static final int FIRST = 0;
  private static final int SECOND = 1;

  /** Number of four regions on the first server: more than its memory holds. */
  private static final int REGIONS_ON_FIRST = 3;

  private static final int REGIONS = 4;

  private static final int ROWS_PER_BLOCK = 8;

  /** Fewer than a region's data blocks, more than those of HBase's own tables. */
  private static final long FEW_BLOCKS = 50;

  private static HBaseCluster cluster;
  private static Connection connection;
  private static Admin admin;
  private static RowTable large;
  private static TableRegions regions;
  private static CachedRegions cached;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(TestClusters.onStrata(), "HBase's own cache has no memory tier above flash");
    String flash = TestClusters.folder(NAME).resolve("flash-${hbase.regionserver.port}").toString();
    RegionServerSetup setup =
        TestClusters.cacheUnderTest(MEMORY_MEGABYTES)
            .withHeap("512m")
            // A scan of more than the memory moves all of it to flash eventually.
            .withSite("strata.offheap.policy", "lru")
            .withSite("strata.flash.path", flash)
            .withSite("strata.flash.size", "256m")
            .withSite("strata.flash.region.size", "1m")
            .withSite("strata.flash.write.rate", "0")
            // Blocks that are restored to memory after a stop would count as read from files.
            .withSite("strata.flash.drain", "0");
    cluster =
        TestClusters.start(NAME, HBaseDistribution.V2_6_4, setup, CachedRegions.balancer(NAME), 2);
    connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
    admin = connection.getAdmin();
    admin.balancerSwitch(false, true);
    large = new RowTable(connection, "large", REGIONS * 33 / 2);
    regions = new TableRegions(cluster, admin, large.name());
    cached = new CachedRegions(admin, regions);
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

  @Test
  @Order(1)
  void prefetchedRegionsCountAsCached() throws Exception {
    RowTable prefetched = new RowTable(connection, "prefetched", REGIONS * 9 / 2);
    prefetched.create(REGIONS, family -> family.setPrefetchBlocksOnOpen(true));
    TableRegions regions = new TableRegions(cluster, admin, prefetched.name());
    for (RegionInfo region : regions.all()) {
      regions.move(region, regions.all().indexOf(region) % 2);
    }
    prefetched.put(0, prefetched.rows(), Put::new);
    prefetched.flush();
    cached.awaitCached(regions.all());

    // The blocks of the other table.
    admin.clearBlockCache(prefetched.name());
    admin.disableTable(prefetched.name());
    admin.deleteTable(prefetched.name());
  }

  @Test
  @Order(2)
  void blocksOnFlashCountAsCached() throws Exception {
    large.create(REGIONS, family -> family);
    for (RegionInfo region : regions.all()) {
      regions.move(region, regions.all().indexOf(region) < REGIONS_ON_FIRST ? FIRST : SECOND);
    }
    large.put(0, large.rows(), Put::new);
    large.flush();
    assertThat(regions.all()).allMatch(region -> cached.ratio(region) == 0);

    Await.until(
        "all regions are cached",
        () -> {
          large.scan();
          return regions.all().stream().allMatch(cached::isCached);
        });
    // A block that is in memory and on flash counts once.
    assertThat(regions.all()).allMatch(region -> cached.ratio(region) <= 1);

    assertThat(regions.on(FIRST)).hasSize(REGIONS_ON_FIRST);
    assertThat(
            regions.on(FIRST).stream().mapToInt(region -> cached.megabytesOn(FIRST, region)).sum())
        .as("MB of the first server's regions")
        .isGreaterThan(MEMORY_MEGABYTES * 5 / 4);
  }

  @Test
  @Order(3)
  void recoveredBlocksCountAsCachedAndAttractTheirRegions() throws Exception {
    List<RegionInfo> before = regions.on(FIRST);
    int blocks = large.rows() / REGIONS * REGIONS_ON_FIRST / ROWS_PER_BLOCK;
    Await.until(
        // So nearly all that no region lacks a tenth of its blocks.
        "nearly all blocks are on flash",
        () -> {
          large.scan();
          return bean(FIRST, FlashMXBean.NAME, "Blocks") > blocks * 99L / 100;
        });

    cluster.regionServer(FIRST).stopGracefully();
    cluster.startRegionServer(FIRST);

    assertThat(regions.on(FIRST)).isEmpty();
    cached.awaitCachedElsewhere(before, SECOND, FIRST);

    Await.until(
        "the balancer moves them back",
        () -> {
          cached.balance();
          return regions.on(FIRST).containsAll(before);
        });
    cached.awaitCached(before);
    assertThat(bean(FIRST, OffHeapMXBean.NAME, "Offered"))
        .as("blocks read from HBase's files")
        .isLessThan(FEW_BLOCKS);
  }

  @Test
  @Order(4)
  void regionMovesBackToTheServerWithItsBlocks() throws Exception {
    RegionInfo moved = regions.on(FIRST).get(0);
    List<RegionInfo> others = regions.all().stream().filter(each -> !each.equals(moved)).toList();
    regions.move(moved, SECOND);
    Await.until(
        "the servers report the move",
        () -> cached.reports(SECOND, moved) && !cached.reports(FIRST, moved));
    assertThat(cached.ratio(moved)).as("on a server that has read none of it").isZero();
    int size = cached.megabytes(SECOND, moved);
    assertThat(cached.megabytesOn(FIRST, moved))
        .as("MB on its former server")
        .isBetween(size * 9 / 10, size);

    assertThat(cached.balance()).isOne();
    Await.until("the region is back", () -> regions.isOn(moved, FIRST));
    cached.awaitCached(List.of(moved));
    assertThat(others).allMatch(cached::isCached);
  }

  @Test
  @Order(5)
  void nothingLeaks() throws Exception {
    large.scan();
    assertThat(RegionServerLog.complaints(cluster)).isEmpty();
    assertThat(CacheAudit.of(cluster)).isEmpty();
    for (int server : new int[] {FIRST, SECOND}) {
      assertThat(bean(server, FlashMXBean.NAME, "BlocksInUse")).isZero();
      assertThat(bean(server, FlashMXBean.NAME, "Damaged")).isZero();
    }
  }

  private static long bean(int server, String name, String attribute) {
    try (ProcessMetrics metrics = ProcessMetrics.of(cluster.regionServer(server))) {
      return ((Number) metrics.attribute(name, attribute)).longValue();
    }
  }
}

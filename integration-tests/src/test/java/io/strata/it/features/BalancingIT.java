package io.strata.it.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.CacheAudit;
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
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BalanceRequest;
import org.apache.hadoop.hbase.client.BalanceResponse;
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
 * What two servers report of how much of each region is cached, in memory and on disks, and what
 * HBase's cache-aware balancer does with it. The steps build on each other.
 *
 * <p>HBase reports whole megabytes, rounded down: regions are of half a megabyte more, so that
 * their index and bloom blocks, which are not counted, do not cost one.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BalancingIT {
  private static final String NAME = "balancing";
  private static final int MEMORY_MEGABYTES = 32;

  private static final int FIRST = 0;
  private static final int SECOND = 1;

  /** So many of four regions are on the first server: more than its memory holds. */
  private static final int REGIONS_ON_FIRST = 3;

  private static final int REGIONS = 4;

  /** Of a region whose blocks are all cached, but for some that the disk refused. */
  private static final float NEARLY_ALL = 0.9f;

  private static final int ROWS_PER_BLOCK = 8;

  /** A region's data blocks are more, those of HBase's own tables fewer. */
  private static final long FEW_BLOCKS = 50;

  private static HBaseCluster cluster;
  private static Connection connection;
  private static Admin admin;
  private static RowTable large;
  private static TableRegions regions;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(TestClusters.onStrata(), "HBase's own cache has no memory over disks");
    String flash = TestClusters.folder(NAME).resolve("flash-${hbase.regionserver.port}").toString();
    RegionServerSetup setup =
        TestClusters.cacheUnderTest(MEMORY_MEGABYTES)
            .withHeap("512m")
            // A scan of more than the memory lets all of it go to the disk, some time.
            .withSite("strata.offheap.policy", "lru")
            .withSite("strata.flash.path", flash)
            .withSite("strata.flash.size", "256m")
            .withSite("strata.flash.region.size", "1m")
            .withSite("strata.flash.write.rate", "0");
    cluster = TestClusters.start(NAME, HBaseDistribution.V2_6_4, setup, balancer(), 2);
    connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
    admin = connection.getAdmin();
    admin.balancerSwitch(false, true);
    large = new RowTable(connection, "large", REGIONS * 33 / 2);
    regions = new TableRegions(cluster, admin, large.name());
  }

  private static Map<String, String> balancer() {
    return Map.of(
        "hbase.master.loadbalancer.class",
        "org.apache.hadoop.hbase.master.balancer.CacheAwareLoadBalancer",
        // Without it, the balancer looks at no cache. It reads nothing there.
        "hbase.bucketcache.persistent.path",
        TestClusters.folder(NAME).resolve("unused").toString(),
        // How many regions a server has is nothing to it here.
        "hbase.master.balancer.stochastic.regionCountCost",
        "0",
        "hbase.master.balancer.move.throttlingMillis",
        "100");
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
  void regionsThatWerePrefetchedCountAsCached() throws Exception {
    RowTable prefetched = new RowTable(connection, "prefetched", REGIONS * 9 / 2);
    prefetched.create(REGIONS, family -> family.setPrefetchBlocksOnOpen(true));
    TableRegions places = new TableRegions(cluster, admin, prefetched.name());
    for (RegionInfo region : places.all()) {
      places.move(region, places.all().indexOf(region) % 2);
    }
    prefetched.put(0, prefetched.rows(), Put::new);
    prefetched.flush();
    awaitCached(places.all());

    // The other table's blocks are counted.
    admin.clearBlockCache(prefetched.name());
    admin.disableTable(prefetched.name());
    admin.deleteTable(prefetched.name());
  }

  @Test
  @Order(2)
  void whatIsOnDisksCountsAsCached() throws Exception {
    large.create(REGIONS, family -> family);
    for (RegionInfo region : regions.all()) {
      regions.move(region, regions.all().indexOf(region) < REGIONS_ON_FIRST ? FIRST : SECOND);
    }
    large.put(0, large.rows(), Put::new);
    large.flush();
    assertThat(regions.all()).allMatch(region -> ratio(region) == 0);

    Await.until(
        "all regions are cached",
        () -> {
          large.scan();
          return regions.all().stream().allMatch(region -> ratio(region) >= NEARLY_ALL);
        });
    // A block that is in memory and on the disk counts once.
    assertThat(regions.all()).allMatch(region -> ratio(region) <= 1);

    assertThat(regions.on(FIRST)).hasSize(REGIONS_ON_FIRST);
    assertThat(regions.on(FIRST).stream().mapToInt(region -> cachedMegabytes(FIRST, region)).sum())
        .as("MB of the first server's regions")
        .isGreaterThan(MEMORY_MEGABYTES * 5 / 4);
  }

  @Test
  @Order(3)
  void soDoesWhatARestartFindsOnDisksAndTheRegionsComeBackToIt() throws Exception {
    List<RegionInfo> before = regions.on(FIRST);
    int blocks = large.rows() / REGIONS * REGIONS_ON_FIRST / ROWS_PER_BLOCK;
    Await.until(
        "nearly all that is in memory is on the disk as well",
        () -> {
          large.scan();
          return bean(FIRST, FlashMXBean.NAME, "Blocks") > blocks * 95L / 100;
        });

    cluster.regionServer(FIRST).stopGracefully();
    cluster.startRegionServer(FIRST);

    assertThat(regions.on(FIRST)).isEmpty();
    Await.until(
        "the server tells of regions that are elsewhere now",
        () ->
            before.stream()
                .allMatch(
                    region ->
                        reports(SECOND, region)
                            && cachedMegabytes(FIRST, region)
                                >= (int) (megabytes(SECOND, region) * NEARLY_ALL)));

    Await.until(
        "the balancer brings them back",
        () -> {
          balance();
          return regions.on(FIRST).containsAll(before);
        });
    awaitCached(before);
    assertThat(bean(FIRST, OffHeapMXBean.NAME, "Offered"))
        .as("blocks that were read from HBase's files")
        .isLessThan(FEW_BLOCKS);
  }

  @Test
  @Order(4)
  void aRegionGoesBackToTheServerThatHasItsBlocks() throws Exception {
    RegionInfo moved = regions.on(FIRST).get(0);
    List<RegionInfo> others = regions.all().stream().filter(each -> !each.equals(moved)).toList();
    regions.move(moved, SECOND);
    Await.until(
        "the servers report the move", () -> reports(SECOND, moved) && !reports(FIRST, moved));
    assertThat(ratio(moved)).as("where nothing of it was read").isZero();
    int size = megabytes(SECOND, moved);
    assertThat(cachedMegabytes(FIRST, moved))
        .as("MB on the server that it left")
        .isBetween((int) (size * NEARLY_ALL), size);

    assertThat(balance()).isOne();
    Await.until("the region is back", () -> regions.isOn(moved, FIRST));
    awaitCached(List.of(moved));
    assertThat(others).allMatch(region -> ratio(region) >= NEARLY_ALL);
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

  /** Has the master balance once; returns how many regions it moved. */
  private static int balance() throws IOException {
    admin.balancerSwitch(true, true);
    BalanceResponse balanced = admin.balance(BalanceRequest.defaultInstance());
    admin.balancerSwitch(false, true);
    return balanced.getMovesExecuted();
  }

  private static void awaitCached(List<RegionInfo> all) throws Exception {
    Await.until(
        "nearly all of each of " + all.size() + " regions is cached",
        () -> all.stream().allMatch(region -> ratio(region) >= NEARLY_ALL));
    assertThat(all).allMatch(region -> ratio(region) <= 1);
  }

  /** How much of a region is cached on its server, as that reports; 0 before it does. */
  private static float ratio(RegionInfo region) {
    return servers().values().stream()
        .map(server -> server.getRegionMetrics().get(region.getRegionName()))
        .filter(Objects::nonNull)
        .map(RegionMetrics::getCurrentRegionCachedRatio)
        .max(Float::compare)
        .orElse(0f);
  }

  private static boolean reports(int server, RegionInfo region) {
    return metrics(server).getRegionMetrics().containsKey(region.getRegionName());
  }

  /** The size of a region that a server has. */
  private static int megabytes(int server, RegionInfo region) {
    RegionMetrics reported = metrics(server).getRegionMetrics().get(region.getRegionName());
    return (int) Objects.requireNonNull(reported).getRegionSizeMB().get(Size.Unit.MEGABYTE);
  }

  /** What a server has of a region, which need not be there. */
  private static int cachedMegabytes(int server, RegionInfo region) {
    return metrics(server).getRegionCachedInfo().getOrDefault(region.getEncodedName(), 0);
  }

  private static ServerMetrics metrics(int server) {
    try {
      return Objects.requireNonNull(servers().get(regions.serverName(server)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<ServerName, ServerMetrics> servers() {
    try {
      return admin.getClusterMetrics(EnumSet.of(Option.LIVE_SERVERS)).getLiveServerMetrics();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long bean(int server, String name, String attribute) {
    try (ProcessMetrics metrics = ProcessMetrics.of(cluster.regionServer(server))) {
      return ((Number) metrics.attribute(name, attribute)).longValue();
    }
  }
}

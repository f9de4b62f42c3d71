package io.strata.it.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.CacheAudit;
import io.strata.it.cluster.CachedRegions;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.InSharedMemory;
import io.strata.it.cluster.ProcessMetrics;
import io.strata.it.cluster.RegionMoves;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.it.cluster.TableRegions;
import io.strata.it.cluster.TestClusters;
import io.strata.it.cluster.WebPages;
import io.strata.readpath.OffHeapMXBean;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
import org.junit.jupiter.api.io.TempDir;

/**
 * A rolling restart of two servers whose off-heap memory outlives them, as {@code graceful_stop.sh
 * --restart --reload} does it. Blocks stay when their regions are moved off; the restarted server
 * reports them before any region is back, and serves them afterwards. Each step depends on the
 * last.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RollingRestartIT {
  private static final String NAME = "rolling-restart";
  private static final HBaseDistribution HBASE = HBaseDistribution.V2_6_4;
  private static final int CACHE_MEGABYTES = 96;
  private static final int REGIONS = 4;
  private static final int FIRST = 0;
  private static final int SECOND = 1;

  /** Fewer than the rows of a block, so that each block is read. */
  private static final int STEP = 7;

  private static final int ROWS_PER_BLOCK = 8;

  /** Fewer than a region's data blocks, more than those of HBase's own tables. */
  private static final long FEW_BLOCKS = 50;

  private static final Pattern ATTACHED =
      Pattern.compile("\"attached\":\"Attached ([\\d,]+) blocks of the previous process");
  private static final Pattern METER = Pattern.compile("(?m)^strata_attached_blocks_total (\\S+)$");

  @TempDir(factory = InSharedMemory.class)
  private static Path memory;

  private static HBaseCluster cluster;
  private static Connection connection;
  private static Admin admin;
  private static RowTable table;
  private static TableRegions regions;
  private static CachedRegions cached;
  private static RegionMoves moves;
  private static int inMemory;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(TestClusters.onStrata(), "HBase's own cache in memory does not outlive the process");
    Path folder = TestClusters.folder(NAME);
    RegionServerSetup setup =
        TestClusters.cacheUnderTest(CACHE_MEGABYTES)
            .withHeap("512m")
            .withSite(
                "strata.offheap.path",
                memory.resolve("memory-${hbase.regionserver.port}").toString());
    cluster = TestClusters.start(NAME, HBASE, setup, CachedRegions.balancer(NAME), 2);
    connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
    admin = connection.getAdmin();
    admin.balancerSwitch(false, true);
    // HBase reports half a megabyte less of each region.
    table = new RowTable(connection, "rows", REGIONS * 25 / 2);
    regions = new TableRegions(cluster, admin, table.name());
    cached = new CachedRegions(admin, regions);
    moves = new RegionMoves(cluster, HBASE, folder);
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
  void allBlocksAreInMemory() throws Exception {
    table.create(REGIONS, family -> family);
    for (RegionInfo region : regions.all()) {
      regions.move(region, regions.all().indexOf(region) % 2);
    }
    table.put(0, table.rows(), Put::new);
    table.flush();
    table.scan();
    // The first pass caches index and filter blocks, which are on the heap.
    hits();
    inMemory = hits();
    assertThat(inMemory).as("rows in the cache").isEqualTo(table.rows() / STEP);
  }

  @Test
  @Order(2)
  void firstServerIsWarmAfterItsRestart() throws Exception {
    checkWarmAfterRestart(FIRST, SECOND);
  }

  @Test
  @Order(3)
  void secondServerIsWarmAfterItsRestart() throws Exception {
    checkWarmAfterRestart(SECOND, FIRST);
  }

  /** A server that is restarted without the script loses its regions to the others. */
  @Test
  @Order(4)
  void balancerMovesRegionsBackToTheirBlocks() throws Exception {
    List<RegionInfo> before = regions.on(FIRST);
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
    checkWarm(FIRST, before);
  }

  @Test
  @Order(5)
  void nothingLeaks() throws Exception {
    assertThat(RegionServerLog.complaints(cluster)).isEmpty();
    assertThat(CacheAudit.of(cluster)).isEmpty();
  }

  private static void checkWarmAfterRestart(int server, int other) throws Exception {
    List<RegionInfo> before = regions.on(server);
    assertThat(before).hasSize(REGIONS / 2);
    moves.unload(server);
    assertThat(regions.on(other)).hasSize(REGIONS);
    cluster.regionServer(server).stopGracefully();
    cluster.startRegionServer(server);
    assertThat(regions.on(server)).isEmpty();
    cached.awaitCachedElsewhere(before, other, server);

    moves.load(server);
    assertThat(regions.on(server)).containsExactlyElementsOf(before);
    checkWarm(server, before);
  }

  /** Checks a server whose regions are back and have not been read since. */
  private static void checkWarm(int server, List<RegionInfo> back) throws Exception {
    cached.awaitCached(back);
    checkPage(server);
    int hits = hits();
    long inserted = bean(server, "Offered");
    System.out.printf(
        "%d of %d rows are read from no HFile after the restart of server %d, with inserts of %d"
            + " blocks%n",
        hits, inMemory, server, inserted);
    assertThat(hits).as("rows in the cache").isGreaterThanOrEqualTo(inMemory * 98 / 100);
    assertThat(inserted).as("blocks that were read from HFiles").isLessThan(FEW_BLOCKS);
    table.scan();
  }

  /** Checks that the page and the meter report the attached blocks. */
  private static void checkPage(int server) throws Exception {
    WebPages pages = new WebPages(cluster.regionServer(server));
    String data = pages.get("/strata/data.json");
    Matcher page = ATTACHED.matcher(data);
    assertThat(page.find()).as(data).isTrue();
    long blocks = Long.parseLong(page.group(1).replace(",", ""));
    assertThat(blocks)
        .isEqualTo(bean(server, "AttachedBlocks"))
        .isGreaterThanOrEqualTo(table.rows() / 2 / ROWS_PER_BLOCK * 98L / 100);
    Matcher meter = METER.matcher(pages.get("/strata/metrics"));
    assertThat(meter.find()).isTrue();
    assertThat((long) Double.parseDouble(meter.group(1))).isEqualTo(blocks);
  }

  /** Returns how many of every {@link #STEP}th row are read from no HFile. */
  private static int hits() throws IOException {
    int hits = 0;
    for (int row = 0; row < table.rows() / STEP; row++) {
      hits += table.isHit(row * STEP) ? 1 : 0;
    }
    return hits;
  }

  private static long bean(int server, String attribute) {
    try (ProcessMetrics metrics = ProcessMetrics.of(cluster.regionServer(server))) {
      return ((Number) metrics.attribute(OffHeapMXBean.NAME, attribute)).longValue();
    }
  }
}

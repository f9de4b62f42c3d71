package io.strata.it.features;

import static io.strata.it.features.SampleTable.MIN_BLOCKS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.CacheCounts;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.it.cluster.TestClusters;
import io.strata.it.cluster.WebPages;
import io.strata.readpath.OffHeapMXBean;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.CacheEvictionStats;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** HBase's contract of a block cache, tested from outside: by answers, metrics and commands. */
class CacheFeaturesIT {
  /** Large enough that nothing is evicted for lack of space. */
  private static final int CACHE_MEGABYTES = 128;

  private static final RegionServerSetup SETUP = TestClusters.cacheUnderTest(CACHE_MEGABYTES);

  private static HBaseCluster cluster;
  private static Connection connection;
  private static Admin admin;

  private String testName = "";

  @BeforeAll
  static void start() throws Exception {
    // The master's setting decides what a RegionServer does with a closed region's blocks.
    Map<String, String> site = Map.of("hbase.rs.evictblocksonclose", "true");
    cluster = TestClusters.start("features", TestClusters.hbase(), SETUP, site);
    connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
    admin = connection.getAdmin();
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

  /**
   * Deletes the table, so that its blocks, and those of its compacted files, are not evicted while
   * the next test counts.
   */
  @AfterEach
  void nothingLeaks() throws IOException {
    for (TableName table : admin.listTableNames()) {
      if (admin.isTableEnabled(table)) {
        admin.disableTable(table);
      }
    }
    assertThat(RegionServerLog.complaints(cluster)).isEmpty();
  }

  @BeforeEach
  void nameTheTable(TestInfo test) {
    testName = test.getTestMethod().orElseThrow().getName();
  }

  @Test
  void countsAHitForEachBlockOfACachedTable() throws Exception {
    SampleTable table = create(family -> family);
    table.write();
    long blocks = readUntilCached(table);

    CacheCounts before = CacheCounts.of(cluster);
    table.read();
    CacheCounts change = CacheCounts.of(cluster).since(before);

    assertThat(change.l2Hits()).isEqualTo(blocks);
    assertThat(change.l2Misses()).isZero();
    assertThat(change.misses()).isZero();
    assertThat(change.hits()).isEqualTo(change.l1Hits() + change.l2Hits());
    assertThat(change.l2Blocks()).isZero();
  }

  @Test
  void countsAMissForEachBlockOfANewTable() throws Exception {
    assumeTrue(TestClusters.onStrata(), "HBase's own cache counts each miss twice");
    SampleTable table = create(family -> family);
    table.write();

    CacheCounts before = CacheCounts.of(cluster);
    table.read();
    CacheCounts change = CacheCounts.of(cluster).since(before);

    assertThat(change.l2Blocks()).isGreaterThan(MIN_BLOCKS);
    assertThat(change.l2Misses()).isEqualTo(change.l2Blocks());
    assertThat(change.l2Hits()).isZero();
  }

  @Test
  void prefetchesAFileWhenItIsOpened() throws Exception {
    SampleTable table = create(family -> family.setPrefetchBlocksOnOpen(true));
    table.write();
    admin.disableTable(table.name());
    long before = CacheCounts.of(cluster).l2Blocks();
    admin.enableTable(table.name());
    Await.until(
        "blocks are prefetched", () -> CacheCounts.of(cluster).l2Blocks() - before > MIN_BLOCKS);
    readsNothingFromTheFile(table);
  }

  @Test
  void prefetchesTheOutputOfACompaction() throws Exception {
    SampleTable table = create(family -> family.setPrefetchBlocksOnOpen(true));
    table.write();
    table.write();
    table.compact();
    table.awaitCached(cluster);
  }

  @Test
  void cachesOnWrite() throws Exception {
    SampleTable table = create(family -> family.setCacheDataOnWrite(true));
    table.write();
    readsNothingFromTheFile(table);
  }

  @Test
  void cachesOnCompaction() throws Exception {
    SampleTable table =
        create(family -> family.setConfiguration("hbase.rs.cachecompactedblocksonwrite", "true"));
    table.write();
    table.write();
    table.compact();
    readsNothingFromTheFile(table);
  }

  @Test
  void evictsTheBlocksOfAClosedRegion() throws Exception {
    CacheCounts before = CacheCounts.of(cluster);
    SampleTable table = create(family -> family);
    table.write();
    readUntilCached(table);

    admin.disableTable(table.name());

    assertThat(CacheCounts.of(cluster).since(before).l2Blocks()).isLessThan(MIN_BLOCKS / 10);
  }

  @Test
  void evictsTheBlocksOfATableOnCommand() throws Exception {
    SampleTable table = create(family -> family);
    table.write();
    long blocks = readUntilCached(table);

    CacheCounts before = CacheCounts.of(cluster);
    CacheEvictionStats stats = admin.clearBlockCache(table.name());
    CacheCounts cleared = CacheCounts.of(cluster).since(before);

    assertThat(stats.getExceptionCount()).isZero();
    assertThat(stats.getEvictedBlocks()).isGreaterThanOrEqualTo(blocks);
    assertThat(cleared.l2Blocks()).isEqualTo(-blocks);
    assertThat(readUntilCached(table)).isEqualTo(blocks);
  }

  @Test
  void countsReplicasSeparately() throws Exception {
    SampleTable table = SampleTable.create(connection, admin, testName, 2, family -> family);
    table.write();
    table.reopen(); // The second replica finds new files when it opens.
    table.read(1);

    CacheCounts before = CacheCounts.of(cluster);
    table.read(1);
    CacheCounts change = CacheCounts.of(cluster).since(before);

    assertThat(change.l2Hits()).isGreaterThan(MIN_BLOCKS);
    assertThat(change.l2Misses()).isZero();
    assertThat(change.primaryHits()).isLessThan(MIN_BLOCKS / 10);
    table.read(0);
  }

  @Test
  void appliesNewSettingsAtRunTime() throws Exception {
    assumeTrue(
        TestClusters.hbase() != HBaseDistribution.V3_0_0_ALPHA_4,
        "the CacheConfig of this HBase does not observe the configuration");
    SampleTable cached = create(family -> family);
    cached.write();
    readUntilCached(cached);
    SampleTable table =
        SampleTable.create(connection, admin, testName + "_written", 1, family -> family);

    cluster.reconfigureRegionServer(SETUP.withSite("hbase.rs.cacheblocksonwrite", "true"));
    try {
      updateConfiguration();

      table.write();
      readsNothingFromTheFile(table);
      readsNothingFromTheFile(cached);
    } finally {
      cluster.reconfigureRegionServer(SETUP);
      updateConfiguration();
    }
  }

  @Test
  void isOnTheWebPages() throws Exception {
    SampleTable table = create(family -> family);
    table.write();
    readUntilCached(table);
    WebPages pages = new WebPages(cluster.regionServer());

    String cache = TestClusters.onStrata() ? "Strata" : "BucketCache";
    assertThat(pages.get("/rs-status")).contains(cache);
    assertThat(pages.get("/rs-status?bcn=L2")).contains(cache);
    for (String level : List.of("L1", "L2")) {
      String json = "/rs-status?format=json&bcn=" + level;
      assertThat(pages.get(json).strip()).startsWith("[").endsWith("]");
      assertThat(pages.get(json + "&bcv=file").strip()).startsWith("[").endsWith("]");
    }
    // HBase writes an object for each file, but an empty one.
    assertThat(pages.get("/rs-status?format=json&bcn=L2&bcv=file")).contains("{");
  }

  @Test
  void estimatesHitRatiosOfOtherSizes() throws Exception {
    assumeTrue(TestClusters.onStrata(), "HBase's own cache has no estimate");
    SampleTable table = create(family -> family);
    table.write();
    readUntilCached(table);

    String beans = new WebPages(cluster.regionServer()).get("/jmx?qry=" + OffHeapMXBean.NAME);
    // Each block is read at least twice, so that a larger tier would mostly hit.
    Matcher expected =
        Pattern.compile("\"key\" *: *\"8.0\",\\s*\"value\" *: *(\\d\\.\\d+)").matcher(beans);
    assertThat(expected.find()).as(beans).isTrue();
    assertThat(Double.parseDouble(expected.group(1))).as(beans).isBetween(0.1, 1.0);
    assertThat(beans).contains("\"ExpectedHitRatios\"", "\"ExpectedByteHitRatios\"");
  }

  @Test
  void growsAndShrinksWhileItIsRead() throws Exception {
    assumeTrue(TestClusters.onStrata(), "HBase's own cache has a fixed size");
    SampleTable table = create(family -> family);
    table.write();
    readUntilCached(table);

    // The last one is the original size. Each is applied after the server has answered.
    for (int megabytes : new int[] {2 * CACHE_MEGABYTES, CACHE_MEGABYTES / 2, CACHE_MEGABYTES}) {
      cluster.reconfigureRegionServer(
          SETUP.withSite("hbase.bucketcache.size", Integer.toString(megabytes)));
      updateConfiguration();
      table.read();
      Await.until(
          "the log names the new size",
          () -> isLogged(" INFO ", "Changed ", "to " + megabytes + " MB"));
      table.read();
    }
    readsNothingFromTheFile(table);
  }

  @Test
  void logsNewSettingsThatRequireARestart() throws Exception {
    assumeTrue(TestClusters.onStrata(), "HBase's own cache logs nothing");
    cluster.reconfigureRegionServer(SETUP.withSite("hbase.blockcache.stats.periods", "5"));
    updateConfiguration();
    Await.until(
        "the log names the key", () -> isLogged(" WARN ", "hbase.blockcache.stats.periods"));
    cluster.reconfigureRegionServer(SETUP);
    updateConfiguration();
  }

  private static boolean isLogged(String... parts) throws IOException {
    return Files.readAllLines(cluster.regionServer().logFile()).stream()
        .anyMatch(line -> Arrays.stream(parts).allMatch(line::contains));
  }

  private static void updateConfiguration() throws IOException {
    admin.updateConfiguration(admin.getRegionServers().iterator().next());
  }

  private SampleTable create(UnaryOperator<ColumnFamilyDescriptorBuilder> family)
      throws IOException {
    return SampleTable.create(connection, admin, testName, 1, family);
  }

  /** Reads a table until it is cached, and returns the number of its data blocks. */
  private static long readUntilCached(SampleTable table) throws Exception {
    long before = CacheCounts.of(cluster).l2Blocks();
    table.read();
    Await.until(
        table.name() + " is cached",
        () -> CacheCounts.of(cluster).l2Blocks() - before > MIN_BLOCKS);
    return CacheCounts.of(cluster).l2Blocks() - before;
  }

  /** Waits until no read of a table misses, since blocks may be cached in the background. */
  private static void readsNothingFromTheFile(SampleTable table) throws Exception {
    awaitCached();
    CacheCounts before = CacheCounts.of(cluster);
    table.read();
    CacheCounts change = CacheCounts.of(cluster).since(before);

    assertThat(change.l2Misses()).isZero();
    assertThat(change.l2Hits()).isGreaterThan(MIN_BLOCKS);
  }

  /** Waits until the number of cached blocks is constant. */
  private static void awaitCached() throws Exception {
    Await.until(
        "the number of cached blocks is constant",
        () -> {
          long before = CacheCounts.of(cluster).l2Blocks();
          return CacheCounts.of(cluster).l2Blocks() == before;
        });
  }
}

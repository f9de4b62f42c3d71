package io.strata.it.features;

import static io.strata.it.features.SampleTable.MIN_BLOCKS;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.CacheAudit;
import io.strata.it.cluster.CacheCounts;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.TestClusters;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The cached blocks of a region before a split and of its halves after it. */
class SplitIT {
  private static final int CACHE_MEGABYTES = 64;

  /** Bound for blocks of file trailers, of HBase's own tables, and the block across the split. */
  private static final long FEW_BLOCKS = MIN_BLOCKS / 10;

  private HBaseCluster cluster;
  private Connection connection;
  private Admin admin;

  private void start(boolean evicts) throws IOException {
    // The master's setting decides what a RegionServer does with the blocks.
    Map<String, String> site =
        Map.of(
            "hbase.rs.evictblocksonsplit",
            Boolean.toString(evicts),
            // A compaction would read the halves and write new files.
            "hbase.regionserver.compaction.enabled",
            "false");
    cluster =
        TestClusters.start(
            evicts ? "split-evicts" : "split-keeps",
            HBaseDistribution.V2_6_4,
            TestClusters.cacheUnderTest(CACHE_MEGABYTES).withHeap("512m"),
            site);
    connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
    admin = connection.getAdmin();
  }

  @AfterEach
  void stop() throws IOException {
    try {
      if (connection != null) {
        assertThat(RegionServerLog.complaints(cluster)).isEmpty();
        if (TestClusters.onStrata()) {
          assertThat(CacheAudit.of(cluster)).isEmpty();
        }
        connection.close();
      }
    } finally {
      if (cluster != null) {
        cluster.close();
      }
    }
  }

  @Test
  void halvesUseTheBlocks() throws Exception {
    start(false);
    SampleTable table = cachedTable();
    table.split();

    CacheCounts change = read(table);
    assertThat(change.l2Hits()).isGreaterThan(MIN_BLOCKS);
    assertThat(change.l2Misses()).isZero();
  }

  @Test
  void blocksAreEvictedAndTheHalvesPrefetched() throws Exception {
    start(true);
    SampleTable table = cachedTable();
    CacheCounts before = CacheCounts.of(cluster);
    table.split();

    assertThat(CacheCounts.of(cluster).since(before).l2Blocks()).isLessThan(-MIN_BLOCKS);
    CacheCounts change = read(table);
    assertThat(change.l2Misses()).isGreaterThan(MIN_BLOCKS);
    assertThat(change.l2Hits()).isLessThan(FEW_BLOCKS);

    SampleTable prefetched =
        SampleTable.create(
            connection, admin, "prefetched", 1, family -> family.setPrefetchBlocksOnOpen(true));
    prefetched.write();
    prefetched.split();
    prefetched.awaitCached(cluster);
  }

  private SampleTable cachedTable() throws Exception {
    SampleTable table = SampleTable.create(connection, admin, "read", 1, family -> family);
    table.write();
    table.read();
    CacheCounts change = read(table);
    assertThat(change.l2Hits()).isGreaterThan(MIN_BLOCKS);
    assertThat(change.l2Misses()).isZero();
    return table;
  }

  private CacheCounts read(SampleTable table) throws Exception {
    CacheCounts before = CacheCounts.of(cluster);
    table.read();
    return CacheCounts.of(cluster).since(before);
  }
}

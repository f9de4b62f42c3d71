package io.strata.it.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.JavaCommand;
import io.strata.it.cluster.ProcessMetrics;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.it.cluster.TestClusters;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Test;

/**
 * A server with a flash tier writes blocks that are only in memory to flash when it stops, and has
 * them in memory again after its start.
 */
class FlashDrainIT {
  private static final String NAME = "drained";
  private static final String BEAN = "io.strata:type=FlashTier";
  private static final int CACHE_MEGABYTES = 96;
  private static final int TABLE_MEGABYTES = 48;
  private static final int STEP = 20;

  @Test
  void memoryIsRestoredAfterAStop() throws Exception {
    Path file = TestClusters.folder(NAME).resolve("blocks");
    try (HBaseCluster cluster = TestClusters.start(NAME, HBaseDistribution.V2_6_4, setup(file));
        Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration())) {
      RowTable table = new RowTable(connection, "rows", TABLE_MEGABYTES);
      table.write();
      table.scan();
      // The first pass caches index and filter blocks, which are on the heap.
      hits(table);
      int before = hits(table);
      assertThat(before).as("rows in the cache").isEqualTo(table.rows() / STEP);
      assertThat(flash(cluster, "Hits")).as("flash hits").isZero();

      cluster.regionServer().stopGracefully();
      String stopped = Files.readString(cluster.regionServer().logFile());
      cluster.startRegionServer();
      Path list = file.resolveSibling("blocks.heat");
      Await.until("blocks are back in memory", () -> !Files.exists(list));
      int after = hits(table);
      long fromDisk = flash(cluster, "Hits");

      System.out.printf(
          "%d of %d rows are read from no HFile after the stop, with %d flash reads%n",
          after, before, fromDisk);
      assertThat(stopped).containsPattern("Drained [0-9,]+ blocks .* from memory to flash");
      assertThat(Files.readString(cluster.regionServer().logFile()))
          .containsPattern("Refilled memory with [0-9,]+ blocks .* from flash");
      assertThat(after).as("after the stop").isGreaterThanOrEqualTo(before * 98 / 100);
      // Index and filter blocks.
      assertThat(fromDisk).as("flash hits").isLessThan(before / 10);
      assertThat(RegionServerLog.complaints(cluster)).isEmpty();
    }
  }

  /** Returns the number of hits among every {@link #STEP}th row. */
  private static int hits(RowTable table) throws Exception {
    int hits = 0;
    for (int row = 0; row < table.rows() / STEP; row++) {
      hits += table.isHit(row * STEP) ? 1 : 0;
    }
    return hits;
  }

  private static long flash(HBaseCluster cluster, String attribute) {
    try (ProcessMetrics metrics = ProcessMetrics.of(cluster.regionServer())) {
      return ((Number) metrics.attribute(BEAN, attribute)).longValue();
    }
  }

  private static RegionServerSetup setup(Path file) {
    return RegionServerSetup.strata(CACHE_MEGABYTES)
        .withJvmArgs(JavaCommand.QUICK_COMPILER)
        .withSite("strata.flash.path", file.toString())
        .withSite("strata.flash.size", "384m")
        .withSite("strata.flash.region.size", "4m")
        .withSite("strata.flash.write.rate", "0");
  }
}

package io.strata.it.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.InSharedMemory;
import io.strata.it.cluster.JavaCommand;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.it.cluster.TestClusters;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose off-heap memory outlives it serves the same rows from memory after a restart. */
class KeptMemoryIT {
  private static final String NAME = "kept";
  private static final int CACHE_MEGABYTES = 96;
  private static final int TABLE_MEGABYTES = 48;
  private static final int STEP = 20;

  @TempDir(factory = InSharedMemory.class)
  private Path folder;

  @Test
  void rowsAreReadFromMemoryAfterAKillAndAfterAStop() throws Exception {
    try (HBaseCluster cluster = TestClusters.start(NAME, TestClusters.hbase(), setup());
        Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration())) {
      RowTable table = new RowTable(connection, "rows", TABLE_MEGABYTES);
      table.write();
      table.scan();
      // The first pass caches index and filter blocks, which are on the heap.
      hits(table);
      int before = hits(table);
      assertThat(before).as("rows in the cache").isEqualTo(table.rows() / STEP);

      cluster.regionServer().killHard();
      cluster.startRegionServer();
      int afterKill = hits(table);
      cluster.regionServer().stopGracefully();
      cluster.startRegionServer();
      int afterStop = hits(table);

      System.out.printf(
          "%d of %d rows are read from no HFile after the kill, %d after the stop%n",
          afterKill, before, afterStop);
      assertThat(afterKill).as("after the kill").isGreaterThanOrEqualTo(before * 98 / 100);
      assertThat(afterStop).as("after the stop").isGreaterThanOrEqualTo(before * 98 / 100);
      assertThat(Files.readString(cluster.regionServer().logFile()))
          .contains("The off-heap tier attaches to", "shut down cleanly");
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

  private RegionServerSetup setup() {
    return RegionServerSetup.strata(CACHE_MEGABYTES)
        .withJvmArgs(JavaCommand.QUICK_COMPILER)
        .withSite("strata.offheap.path", folder.resolve("memory").toString());
  }
}

package io.strata.it.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.it.cluster.TestClusters;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Test;

/**
 * Hot blocks are hit during and after a scan of a table ten times as large as the cache. {@code
 * -Dstrata.it.scan.caches=strata,bucket,lru} also measures HBase's own caches.
 *
 * <p>The hot rows fill half the cache and are read one by one at a fixed rate. One read in twenty
 * is of a random row of the large table, so that about as many miss before the scan.
 */
class ScanResistanceIT {
  private static final int CACHE_MEGABYTES = 64;
  private static final int HOT_MEGABYTES = CACHE_MEGABYTES / 2;
  private static final int COLD_MEGABYTES = 10 * CACHE_MEGABYTES;
  private static final double MUST_STAY = 0.9;

  private static final List<String> CACHES =
      List.of(System.getProperty("strata.it.scan.caches", "strata").split(",", -1));

  @Test
  void hotBlocksAreHitDuringAndAfterAScan() throws Exception {
    StringBuilder table =
        new StringBuilder(
            "| cache | before | during the scan | at worst | after |\n|---|--:|--:|--:|--:|\n");
    for (String cache : CACHES) {
      HotReads.Ratios ratios = measure(cache);
      table.append(
          String.format(
              Locale.ROOT,
              "| %s | %.3f | %.3f | %.3f | %.3f |%n",
              cache,
              ratios.before(),
              ratios.during(),
              ratios.worst(),
              ratios.after()));
      if (cache.equals("strata")) {
        assertThat(ratios.before()).as("hot hit ratio before").isGreaterThan(MUST_STAY);
        assertThat(ratios.during()).as("hot hit ratio while scanned").isGreaterThan(MUST_STAY);
        assertThat(ratios.after()).as("hot hit ratio afterwards").isGreaterThan(MUST_STAY);
      }
    }
    System.out.print(table);
  }

  private static HotReads.Ratios measure(String cache) throws Exception {
    try (HBaseCluster cluster =
            TestClusters.start("scan-" + cache, HBaseDistribution.V2_6_4, setup(cache));
        Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration())) {
      RowTable hot = new RowTable(connection, "hot", HOT_MEGABYTES);
      RowTable cold = new RowTable(connection, "cold", COLD_MEGABYTES);
      hot.write();
      cold.write();
      return new HotReads(hot, cold).measure();
    }
  }

  private static RegionServerSetup setup(String cache) {
    return switch (cache) {
      case "strata" -> RegionServerSetup.strata(CACHE_MEGABYTES);
      case "bucket" -> RegionServerSetup.bucketCache(CACHE_MEGABYTES);
      case "lru" ->
          RegionServerSetup.stock()
              .withSite("hfile.block.cache.memory.size", CACHE_MEGABYTES + "m");
      default ->
          throw new IllegalArgumentException(
              "-Dstrata.it.scan.caches=" + cache + ": is unknown. Choose strata, bucket or lru.");
    };
  }
}

package io.strata.it.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.it.cluster.TestClusters;
import io.strata.it.cluster.WebPages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Changes a real server with {@code update_config} while it serves. Each step depends on the last.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LiveChangeIT {
  private static final int CACHE_MEGABYTES = 32;
  private static final int SMALL_MEGABYTES = 4;
  private static final int LARGE_MEGABYTES = 2 * CACHE_MEGABYTES;

  /** A policy with which a scan of more than the memory evicts everything else. */
  private static final RegionServerSetup SETUP =
      TestClusters.cacheUnderTest(CACHE_MEGABYTES)
          .withHeap("512m")
          .withSite("strata.offheap.policy", "lru");

  private static HBaseCluster cluster;
  private static Connection connection;
  private static Admin admin;
  private static RowTable small;
  private static RowTable large;
  private static RegionServerSetup now = SETUP;

  @BeforeAll
  static void start() throws Exception {
    cluster = TestClusters.start("live-change", HBaseDistribution.V2_6_4, SETUP);
    connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
    admin = connection.getAdmin();
    small = new RowTable(connection, "small", SMALL_MEGABYTES);
    large = new RowTable(connection, "large", LARGE_MEGABYTES);
    small.write();
    large.write();
  }

  @AfterAll
  static void stop() throws IOException {
    assertThat(RegionServerLog.complaints(cluster))
        .allMatch(
            line -> line.contains("nothing is changed") || line.contains("at the next start"));
    connection.close();
    cluster.close();
  }

  private static void change(RegionServerSetup next, String... logged) throws Exception {
    now = next;
    cluster.reconfigureRegionServer(next);
    admin.updateConfiguration(admin.getRegionServers().iterator().next());
    Await.until("the log has " + String.join(" and ", logged), () -> isLogged(logged));
  }

  private static boolean isLogged(String... parts) throws IOException {
    return Files.readAllLines(cluster.regionServer().logFile()).stream()
        .anyMatch(line -> Arrays.stream(parts).allMatch(line::contains));
  }

  private static long bytesOf(String table) throws Exception {
    return CachedTables.bytesOf(cluster, table);
  }

  /** Reads the small table, then more of the large one than fits into memory. */
  private static void readBoth() throws IOException {
    small.scan();
    large.scan();
  }

  @Test
  @Order(1)
  void withoutQuotasAScanFillsTheMemory() throws Exception {
    readBoth();
    assertThat(bytesOf("large")).isGreaterThan(CACHE_MEGABYTES * (1L << 20) / 2);
    assertThat(bytesOf("small")).isZero();
  }

  @Test
  @Order(2)
  void quotaKeepsBlocksOfOtherTables() throws Exception {
    change(
        now.withSite("strata.offheap.quotas", "large=50%"), "Changed strata.offheap.quotas from");
    readBoth();
    Await.until(
        "the small table stays cached while the large one is scanned",
        () -> {
          readBoth();
          return bytesOf("small") > SMALL_MEGABYTES * (1L << 20) * 9 / 10;
        });
  }

  @Test
  @Order(3)
  void policyAndWritersChangeAndBlocksStay() throws Exception {
    long before = bytesOf("small");
    change(
        now.withSite("strata.offheap.policy", "w-tiny-lfu")
            .withSite("hbase.bucketcache.writer.threads", "2"),
        "Changed strata.offheap.policy from lru to w-tiny-lfu");
    assertThat(isLogged("Changed hbase.bucketcache.writer.* from 3 threads", "to 2 threads"))
        .isTrue();
    assertThat(bytesOf("small")).isEqualTo(before);
    for (int row = 0; row < small.rows(); row += 16) {
      small.isHit(row);
    }
    Await.until(
        "the new policy shows its state",
        () -> new WebPages(cluster.regionServer()).get("/strata/metrics").contains("\"window\""));
  }

  @Test
  @Order(4)
  void flashTierIsAddedAtRunTime() throws Exception {
    Path file = TestClusters.folder("live-change").resolve("blocks");
    change(
        now.withSite("strata.flash.path", file.toString())
            .withSite("strata.flash.size", "256m")
            .withSite("strata.flash.write.rate", "0"),
        "Changed flash tier from not set to " + file);
    large.scan();
    large.scan();
    String metrics = new WebPages(cluster.regionServer()).get("/strata/metrics");
    assertThat(metrics)
        .containsPattern("strata_hits_blocks_total\\{kind=\"data\",tier=\"flash\"} [1-9]");
  }

  @Test
  @Order(5)
  void invalidConfigurationChangesNothing() throws Exception {
    RegionServerSetup before = now;
    change(
        now.withSite("strata.offheap.policy", "lru").withSite("strata.offheap.quotas", "large=no"),
        "nothing is changed",
        "strata.offheap.quotas");
    assertThat(isLogged("from w-tiny-lfu to lru")).isFalse();
    now = before;
    cluster.reconfigureRegionServer(before);
    readBoth();
  }
}

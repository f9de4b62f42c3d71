package io.strata.it.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.CacheAudit;
import io.strata.it.cluster.CacheCounts;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.ProcessMetrics;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.it.cluster.TestClusters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.CacheEvictionStats;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.io.compress.Compression.Algorithm;

/**
 * The main path with all tiers: a server caches, spills to flash, keeps its memory over a kill,
 * grows while it runs, and returns right answers.
 */
final class MainPath {
  private static final int CACHE_MEGABYTES = 32;
  private static final int GROWN_MEGABYTES = 64;
  private static final int TABLE_MEGABYTES = 80;
  private static final int READS = 6_000;
  private static final String STRATA = "Hadoop:service=HBase,name=RegionServer,sub=Strata";
  private static final String FLASH = "io.strata:type=FlashTier";

  private final HBaseCluster cluster;

  MainPath(HBaseCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Returns the setup of a server for {@link #run}.
   *
   * @param memory a folder on tmpfs
   */
  static RegionServerSetup setup(Path memory) {
    return TestClusters.cacheUnderTest(CACHE_MEGABYTES)
        .withSite("strata.offheap.path", memory.resolve("memory").toString())
        .withSite("strata.offheap.compression", "lz4")
        .withSite("strata.offheap.compression.cpu", "100");
  }

  /** Runs all steps; {@code disk} is a file. */
  void run(Path disk) throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
        Admin admin = connection.getAdmin()) {
      RowTable table = new RowTable(connection, "rows", TABLE_MEGABYTES);
      // A miss costs more than compressing a block.
      table.create(1, family -> family.setCompressionType(Algorithm.GZ));
      table.put(0, table.rows(), Put::new);
      table.flush();
      readSome(table);
      killAndAddFlash(table, disk);
      cacheOnWriteAndEvictOnCommand(connection, admin);
      grow(admin);
      assertThat(CacheAudit.of(cluster)).isEmpty();
      assertThat(RegionServerLog.complaints(cluster)).isEmpty();
    }
  }

  /** Reads some rows more often than others, so that blocks are evicted and compressed. */
  private void readSome(RowTable table) throws Exception {
    SplittableRandom random = new SplittableRandom(26);
    int hits = 0;
    for (int read = 0; read < READS; read++) {
      double share = random.nextDouble() * random.nextDouble() * random.nextDouble();
      hits += table.isHit((int) (share * table.rows())) ? 1 : 0;
    }
    System.out.printf(
        "%d of %d reads hit, %d blocks were compressed, %d decompressed%n",
        hits, READS, metric(STRATA, "compressions"), metric(STRATA, "decompressions"));
  }

  private void killAndAddFlash(RowTable table, Path disk) throws Exception {
    cluster.regionServer().killHard();
    cluster.startRegionServer(
        cluster
            .regionServerSetup()
            .withSite("strata.flash.path", disk.toString())
            .withSite("strata.flash.size", "256m")
            .withSite("strata.flash.region.size", "4m")
            .withSite("strata.flash.write.rate", "0"));
    assertThat(Files.readString(cluster.regionServer().logFile()))
        .contains("The off-heap tier attaches to");
    CacheCounts before = CacheCounts.of(cluster);
    table.scan(0, table.rows() / 20);
    assertThat(CacheCounts.of(cluster).since(before).l2Hits())
        .as("blocks read from the kept memory")
        .isPositive();
    for (int scans = 0; scans < 3; scans++) {
      table.scan();
    }
    assertThat(metric(FLASH, "Hits")).as("blocks read from flash").isPositive();
    assertThat(metric(FLASH, "Damaged")).isZero();
  }

  private void cacheOnWriteAndEvictOnCommand(Connection connection, Admin admin) throws Exception {
    SampleTable table =
        SampleTable.create(
            connection, admin, "sample", 1, family -> family.setCacheDataOnWrite(true));
    table.write();
    table.write();
    table.compact();
    // The cache is full; its policy decides which of the new blocks stay.
    table.read();
    table.read();

    CacheEvictionStats stats = admin.clearBlockCache(table.name());
    assertThat(stats.getExceptionCount()).isZero();
    table.split();
    table.read();
  }

  /** HBase 2.6.1 and earlier do not pass a changed configuration to their block cache. */
  private void grow(Admin admin) throws Exception {
    cluster.reconfigureRegionServer(
        cluster
            .regionServerSetup()
            .withSite("hbase.bucketcache.size", Integer.toString(GROWN_MEGABYTES)));
    admin.updateConfiguration(admin.getRegionServers().iterator().next());
    Await.until(
        "the log names the new size",
        () ->
            Files.readAllLines(cluster.regionServer().logFile()).stream()
                .anyMatch(
                    line ->
                        line.contains("Changed ")
                            && line.contains("to " + GROWN_MEGABYTES + " MB")));
  }

  /** Waits for a metric, since HBase withholds its MBeans for some seconds when a region opens. */
  private long metric(String bean, String attribute) throws Exception {
    long[] value = new long[1];
    Await.until(
        "there is " + bean,
        () -> {
          try (ProcessMetrics metrics = ProcessMetrics.of(cluster.regionServer())) {
            value[0] = ((Number) metrics.attribute(bean, attribute)).longValue();
            return true;
          } catch (IllegalArgumentException e) {
            return false;
          }
        });
    return value[0];
  }
}

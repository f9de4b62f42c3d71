package io.strata.it.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.InSharedMemory;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.it.cluster.TestClusters;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Takes the screenshots of the guide: the page of a server that was restarted and has served reads
 * of several tables since, with a scan and a larger tier in between. Runs only with {@code
 * -Dstrata.it.page.minutes}, the time of that load.
 */
class PageAfterAnHourIT {
  private static final int MINUTES = Integer.getInteger("strata.it.page.minutes", 0);
  private static final int CACHE_MEGABYTES = 192;
  private static final int LARGER_MEGABYTES = 256;
  private static final int TABLE_MEGABYTES = 160;
  private static final int READS_PER_SECOND = 250;

  /** The shares of the time after which the scan begins and the tier grows. */
  private static final double SCAN_AT = 0.4;

  private static final double GROWS_AT = 0.7;

  @TempDir(factory = InSharedMemory.class)
  private Path memory;

  private final SplittableRandom random = new SplittableRandom(1);
  private final List<RowTable> tables = new ArrayList<>();

  @Test
  void pageShowsRestartScanAndGrowth() throws Exception {
    assumeTrue(MINUTES > 0, "Takes the time that -Dstrata.it.page.minutes sets.");
    PageBrowser.require();
    RegionServerSetup setup = setup(CACHE_MEGABYTES);
    try (HBaseCluster cluster = TestClusters.start("page-hour", HBaseDistribution.V2_6_4, setup)) {
      try (Connection connection =
          ConnectionFactory.createConnection(cluster.clientConfiguration())) {
        write(connection);
        read(Duration.ofMinutes(Math.max(1, MINUTES / 20)));
        restart(cluster);
        read(share(SCAN_AT));
        tables.get(0).scan();
        read(share(GROWS_AT - SCAN_AT));
        cluster.reconfigureRegionServer(setup(LARGER_MEGABYTES));
        try (Admin admin = connection.getAdmin()) {
          admin.updateConfiguration(admin.getRegionServers().iterator().next());
        }
        read(share(1 - GROWS_AT));
        take(cluster, 1280);
        take(cluster, 360);
      }
      assertThat(RegionServerLog.complaints(cluster)).isEmpty();
    }
  }

  private RegionServerSetup setup(int megabytes) {
    return RegionServerSetup.strata(megabytes)
        .withDirectMemory("512m")
        .withHeap("768m")
        .withSite("hbase.regionserver.metrics.period", "1000")
        .withSite("strata.offheap.path", memory.resolve("memory").toString())
        .withSite(
            "strata.flash.path", TestClusters.folder("page-hour").resolve("blocks").toString())
        .withSite("strata.flash.size", "1g")
        .withSite("strata.flash.write.rate", "0");
  }

  private void write(Connection connection) throws Exception {
    String[] names = {"events", "orders", "profiles"};
    for (int i = 0; i < names.length; i++) {
      RowTable table = new RowTable(connection, names[i], TABLE_MEGABYTES, (64 << 10) >> i);
      table.write();
      tables.add(table);
    }
  }

  private static Duration share(double share) {
    return Duration.ofSeconds((long) (MINUTES * 60 * share));
  }

  /** Reads rows of all tables at a fixed rate, the first rows of each table most often. */
  private void read(Duration time) throws IOException {
    long interval = TimeUnit.SECONDS.toNanos(1) / READS_PER_SECOND;
    long begin = System.nanoTime();
    for (long next = begin; next - begin < time.toNanos(); next += interval) {
      LockSupport.parkNanos(next - System.nanoTime());
      RowTable table = tables.get(random.nextInt(tables.size()));
      double skewed = Math.pow(random.nextDouble(), 3);
      table.isHit((int) (table.rows() * skewed));
    }
  }

  /** Kills the server, whose memory outlives it, and starts it again. */
  private void restart(HBaseCluster cluster) throws Exception {
    cluster.regionServer().killHard();
    cluster.startRegionServer();
    for (RowTable table : tables) {
      table.isHit(0);
    }
  }

  private static void take(HBaseCluster cluster, int width) throws Exception {
    String page = "http://127.0.0.1:" + cluster.regionServer().uiPort() + "/strata";
    try (PageBrowser browser = new PageBrowser(page, width, 900, false)) {
      assertThat(browser.text("#tiers .attached")).startsWith("Attached");
      assertThat(browser.text("#files")).contains("events", "orders", "profiles");
      browser.takePicture(
          PageBrowser.pictures().resolve("page-hour-%d.png".formatted(width)), width);
      browser.checkConsole();
    }
  }
}

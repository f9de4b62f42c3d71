package io.strata.it.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.JavaCommand;
import io.strata.it.cluster.ProcessMetrics;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.it.cluster.TestClusters;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A table that is larger than memory and smaller than the flash tier: evicted blocks are read from
 * flash, also after the server was killed.
 */
class FlashIT {
  private static final String NAME = "flash";
  private static final String BEAN = "io.strata:type=FlashTier";
  private static final int CACHE_MEGABYTES = 32;
  private static final int TABLE_MEGABYTES = 3 * CACHE_MEGABYTES;
  private static final int FLASH_MEGABYTES = 384;

  @Test
  void rowsAreReadFromFlashAlsoAfterAKill() throws Exception {
    Path file = TestClusters.folder(NAME).resolve("blocks");
    try (HBaseCluster cluster = TestClusters.start(NAME, TestClusters.hbase(), setup(file));
        Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration())) {
      RowTable table = new RowTable(connection, "rows", TABLE_MEGABYTES);
      table.write();
      table.scan();
      // Its region is on no server after the restart, so its files are orphans.
      RowTable dropped = new RowTable(connection, "dropped", TABLE_MEGABYTES);
      dropped.write();
      dropped.scan();
      dropped.scan();
      table.scan();
      long before = flash(cluster, "Hits");
      table.scan();
      assertThat(flash(cluster, "Hits") - before).as("flash hits").isPositive();
      // Blocks are rejected while all regions wait to be written, so some may be missing.
      assertThat(hits(table))
          .as("rows that are read from no HFile")
          .isGreaterThan(table.rows() / 100 * 9 / 10);
      // A kill loses only the blocks in memory.
      long written = flash(cluster, "WrittenBytes");
      assertThat(written).isPositive();

      try (Admin admin = connection.getAdmin()) {
        admin.disableTable(TableName.valueOf("dropped"));
      }

      cluster.regionServer().killHard();
      cluster.startRegionServer();
      Await.until("blocks are recovered", () -> flash(cluster, "RestoringFiles") == 0);
      assertThat(flash(cluster, "Restored")).as("recovered blocks").isPositive();
      assertThat(flash(cluster, "Hits")).isLessThan(flash(cluster, "Restored"));
      int again = hits(table);
      System.out.printf(
          "%d of %d rows are read from no HFile after the kill; %d blocks recovered, %d flash"
              + " hits%n",
          again, table.rows() / 100, flash(cluster, "Restored"), flash(cluster, "Hits"));
      assertThat(again).isPositive();
      Await.until("orphans are freed", () -> flash(cluster, "OrphanedFiles") > 0);
      assertThat(hits(table)).as("rows that are still cached").isPositive();
      assertThat(flash(cluster, "Damaged")).isZero();
      assertThat(flash(cluster, "BlocksInUse")).isZero();
    }
  }

  @Test
  void failingDiskIsDisabledAndReenabled() throws Exception {
    String name = NAME + "-failing";
    Path good = TestClusters.folder(name).resolve("good");
    Path failing = TestClusters.folder(name).resolve("failing");
    try (HBaseCluster cluster =
            TestClusters.start(name, TestClusters.hbase(), setup(good, failing));
        Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration())) {
      RowTable table = new RowTable(connection, "rows", TABLE_MEGABYTES);
      table.write();
      table.scan();
      table.scan();
      long errors = flash(cluster, "ReadErrors");
      try (EmptiedFile emptied = new EmptiedFile(failing)) {
        Await.until(
            "the disk is out of service",
            () -> {
              emptied.check();
              table.scan();
              return flash(cluster, "FailedFiles") > 0;
            });
      }
      assertThat(flash(cluster, "ReadErrors") - errors).as("reads that failed").isPositive();
      Await.until(
          "the log names the disk and its recovery",
          () -> {
            String log = Files.readString(cluster.regionServer().logFile());
            return log.contains("failing failed and is out of service until it works again")
                && log.contains("failing works again");
          });
      assertThat(flash(cluster, "FailedFiles")).isZero();
      long hits = flash(cluster, "Hits");
      table.scan();
      table.scan();
      assertThat(flash(cluster, "Hits") - hits).as("flash hits").isPositive();
      assertThat(flash(cluster, "BlocksInUse")).isZero();
      assertThat(RegionServerLog.complaints(cluster)).isEmpty();
    }
  }

  /**
   * Truncates a file over and over, so that reads of it keep failing. If it was truncated once, the
   * next write would extend it again, and what lies before the write would be read as zeros.
   */
  private static final class EmptiedFile implements AutoCloseable {
    private final FileChannel channel;
    private final Thread thread = new Thread(this::run, "truncate");
    private volatile boolean closed;
    private volatile @Nullable IOException failure;

    EmptiedFile(Path path) throws IOException {
      channel = FileChannel.open(path, StandardOpenOption.WRITE);
      thread.start();
    }

    private void run() {
      try {
        while (!closed) {
          channel.truncate(0);
        }
      } catch (IOException e) {
        failure = e;
      }
    }

    /** Throws if the file is not truncated any more. */
    void check() throws IOException {
      if (failure != null) {
        throw new IOException("The file is not truncated any more.", failure);
      }
    }

    @Override
    public void close() throws IOException {
      closed = true;
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      channel.close();
    }
  }

  /** Returns the number of hits among every hundredth row. */
  private static int hits(RowTable table) throws Exception {
    int hits = 0;
    for (int row = 0; row < table.rows() / 100; row++) {
      hits += table.isHit(row * 100) ? 1 : 0;
    }
    return hits;
  }

  private static long flash(HBaseCluster cluster, String attribute) {
    try (ProcessMetrics metrics = ProcessMetrics.of(cluster.regionServer())) {
      Object value = metrics.attribute(BEAN, attribute);
      return value instanceof Object[] all ? all.length : ((Number) value).longValue();
    }
  }

  /** Returns a setup with the flash tier's size divided among these files. */
  private static RegionServerSetup setup(Path... files) {
    String paths = Stream.of(files).map(Path::toString).collect(Collectors.joining(","));
    return RegionServerSetup.strata(CACHE_MEGABYTES)
        .withJvmArgs(JavaCommand.QUICK_COMPILER)
        .withSite("strata.flash.path", paths)
        .withSite("hbase.bucketcache.block.orphan.evictgraceperiod.seconds", "20000")
        .withSite("strata.flash.size", FLASH_MEGABYTES / files.length + "m")
        .withSite("strata.flash.region.size", "4m")
        .withSite("strata.flash.write.rate", "0");
  }
}

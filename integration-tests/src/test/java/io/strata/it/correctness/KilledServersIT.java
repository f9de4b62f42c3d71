package io.strata.it.correctness;

import static io.strata.it.cluster.TestClusters.cacheUnderTest;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.it.cluster.TestClusters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Kills RegionServers at random moments while rows are written, read and deleted, and files are
 * flushed and compacted. After each kill, acknowledged rows exist, every answer is right, and no
 * file of ours is left over.
 *
 * <p>{@code -Dstrata.it.kills=200} kills more often, {@code -Dstrata.it.seed=…} repeats a run's
 * choices.
 */
class KilledServersIT {
  private static final String NAME = "killed-servers";
  private static final int CACHE_MEGABYTES = 32;
  private static final int ROWS = 3_000;
  private static final int KILLS = Integer.getInteger("strata.it.kills", 2);
  private static final long SEED = Long.getLong("strata.it.seed", System.nanoTime());
  private static final int LONGEST_LIFE_MILLIS = 4000;

  private final Random random = new Random(SEED);
  private HBaseCluster cluster;
  private SpreadTable table;
  private int maintained;

  @AfterEach
  void stop() throws IOException {
    if (table != null) {
      table.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void killsLoseNoRowsAndLeaveNoFiles() throws Exception {
    System.out.println(KILLS + " kills, -Dstrata.it.seed=" + SEED);
    long begin = System.nanoTime();
    cluster = TestClusters.startTwoOnHdfs(NAME, offHeap(), Map.of());
    table = new SpreadTable(cluster, ROWS);
    table.create();
    table.flush();
    for (int kill = 1; kill <= KILLS; kill++) {
      int victim = random.nextInt(2);
      boolean takenOver = random.nextInt(4) == 0;
      long seed = random.nextLong();
      System.out.printf(
          "after %d s: kill %d of server %d%s%n",
          TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin),
          kill,
          victim,
          takenOver ? ", taken over" : "");
      Maintenance maintenance = table.maintenance(seed);
      table.underTraffic(
          seed, () -> maintained += maintenance.during(() -> kill(victim, takenOver)));
      table.checkAll();
      checkFiles();
    }
    System.out.println(maintained + " flushes and compactions meanwhile");
    assertThat(maintained).as("flushes and compactions").isPositive();
  }

  private void kill(int victim, boolean takenOver) throws Exception {
    Thread.sleep(random.nextInt(LONGEST_LIFE_MILLIS));
    cluster.regionServer(victim).killHard();
    if (takenOver) {
      table.awaitAllOn(1 - victim);
    }
    cluster.startRegionServer(victim, random.nextBoolean() ? offHeap() : inFiles(victim));
    table.awaitServed();
    if (table.regionsOn(victim).isEmpty()) {
      table.spread();
    }
  }

  /** The optimizing compiler would take longer than the server lives. */
  private static RegionServerSetup offHeap() {
    return cacheUnderTest(CACHE_MEGABYTES).withHeap("512m");
  }

  private static RegionServerSetup inFiles(int server) throws IOException {
    Files.createDirectories(cacheFolder(server));
    String first = cacheFolder(server).resolve("first").toString();
    String second = cacheFolder(server).resolve("second").toString();
    return offHeap().withSite("hbase.bucketcache.ioengine", "files:" + first + "," + second);
  }

  private static Path cacheFolder(int server) {
    return TestClusters.folder(NAME).resolve("cache-" + server);
  }

  /** Checks that a cache in files has exactly the files of its predecessor. */
  private void checkFiles() throws IOException {
    for (int server = 0; server < 2; server++) {
      Path folder = cacheFolder(server);
      if (Files.exists(folder)) {
        assertThat(filesIn(folder))
            .contains("first", "second")
            .allMatch(name -> name.matches("(first|second)(\\.(lock|index|index\\.new))?"));
        assertThat(Files.size(folder.resolve("first")) + Files.size(folder.resolve("second")))
            .isLessThanOrEqualTo((long) CACHE_MEGABYTES << 20);
      }
    }
    assertThat(filesIn(TestClusters.folder(NAME)))
        .isSubsetOf("conf", "logs", "data", "hdfs", "tmp", "zookeeper", "cache-0", "cache-1");
  }

  private static List<String> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}

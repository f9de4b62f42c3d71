package io.strata.it.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.CacheAudit;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.HBaseProcess;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.TestClusters;
import io.strata.it.cluster.WebPages;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Runs all operations at once on a table of two RegionServers whose caches are too small, and
 * checks every answer. {@code -Dstrata.it.soak.minutes} sets the time. {@code -Dstrata.it.cache}
 * selects HBase's own caches.
 */
class SoakIT {
  private static final int MINUTES = Integer.getInteger("strata.it.soak.minutes", 1);

  /** Minimum number of minutes after which each kind of operation has occurred. */
  private static final int MINUTES_FOR_EVERYTHING = 5;

  private static final int CACHE_MEGABYTES = 32;
  private static final int SERVERS = 2;

  /** A bucket on the page of buckets. */
  private static final Pattern BUCKET = Pattern.compile("\\[\\d+,\\d+,\\d+,\\d\\]");

  /** A block's file on the page of a bucket. */
  private static final Pattern FILE = Pattern.compile("\"file\":\"([^\"]*)\"");

  /**
   * The name of a reference to a file of a split or merged region: that file's name and region.
   * When HBase 2.6.4 closes one whose half is the whole file, as in a merge, it evicts nothing
   * ({@code HalfStoreFileReader.close}): the split cell is in none of the file's blocks.
   */
  private static final Pattern REFERENCE = Pattern.compile("[0-9a-f]{32}\\.[0-9a-f]{32}");

  /** More than the blocks of HBase's own tables, which stay open; the soak's are thousands. */
  private static final int FEW_BLOCKS = 100;

  private static final Set<Operation> MUST_HAPPEN = EnumSet.range(Operation.GET, Operation.RESIZE);

  private static final Map<String, String> SITE =
      Map.of(
          // The master's setting decides what a RegionServer does with a closed region's blocks.
          "hbase.rs.evictblocksonclose", "true",
          // Regions are merged only after the files that a compaction replaced are deleted.
          "hbase.hfile.compaction.discharger.interval", "2000",
          "hbase.client.scanner.timeout.period", "180000",
          "hbase.hfile.prefetch.delay", "100");

  @Test
  void allAnswersAreRightUnderConcurrentOperations() throws Exception {
    try (HBaseCluster cluster =
            TestClusters.start(
                "soak",
                HBaseDistribution.V2_6_4,
                TestClusters.cacheUnderLoad(CACHE_MEGABYTES).withHeap("768m"),
                SITE,
                SERVERS);
        Soak soak = new Soak(cluster)) {
      soak.attempt(soak::fill);
      soak.run(Duration.ofMinutes(MINUTES));
      ServerFigures figures = soak.figures();
      if (soak.errors().isEmpty()) {
        soak.attempt(() -> checkLeaks(cluster, soak));
      }
      String report =
          SoakReport.of(TestClusters.cache(), soak.elapsed(), soak.tally(), figures, soak.errors());
      System.out.println(report);
      System.out.println("soak: written to " + SoakReport.write(TestClusters.cache(), report));
      assertThat(soak.errors()).isEmpty();
      if (MINUTES >= MINUTES_FOR_EVERYTHING) {
        checkAllOperationsOccurred(soak.tally(), figures);
      }
    }
  }

  /** With HBase's own caches, only the answers are checked. */
  private static void checkLeaks(HBaseCluster cluster, Soak soak) throws Exception {
    if (!TestClusters.onStrata()) {
      soak.checkAll();
      return;
    }
    // Reads after a garbage collection report leaks.
    assertThat(RegionServerLog.complaints(cluster)).isEmpty();
    soak.checkAll();
    assertThat(RegionServerLog.complaints(cluster)).isEmpty();
    assertThat(ServerLogs.complaints(cluster)).isEmpty();
    soak.closeTable();
    for (HBaseProcess server : cluster.regionServers()) {
      checkConsistency(server);
    }
  }

  /** Checks that no block of a closed file, no pin and no lost slot is left. */
  private static void checkConsistency(HBaseProcess server) throws Exception {
    assertThat(CacheAudit.of(server)).as("audit of " + server.name()).isEmpty();
    Map<String, Integer> blocks = blocksByFile(server);
    blocks.keySet().removeIf(file -> REFERENCE.matcher(file).matches());
    assertThat(blocks.values().stream().mapToInt(Integer::intValue).sum())
        .as("blocks of %s, by file: %s", server.name(), blocks)
        .isLessThan(FEW_BLOCKS);
  }

  /** Returns the numbers of blocks by file; the servers' logs name the region of each file. */
  private static Map<String, Integer> blocksByFile(HBaseProcess server) throws Exception {
    WebPages pages = new WebPages(server);
    Map<String, Integer> blocks = new TreeMap<>();
    int buckets = (int) BUCKET.matcher(pages.get("/strata/buckets.json")).results().count();
    for (int number = 0; number < buckets; number++) {
      FILE.matcher(pages.get("/strata/bucket.json?number=" + number))
          .results()
          .forEach(found -> blocks.merge(found.group(1), 1, Integer::sum));
    }
    return blocks;
  }

  /** Checks that all kinds of operations occurred, so that the result is meaningful. */
  private static void checkAllOperationsOccurred(Tally tally, ServerFigures figures) {
    for (Operation operation : MUST_HAPPEN) {
      if (operation != Operation.RESIZE || TestClusters.onStrata()) {
        assertThat(tally.of(operation)).as(operation.title()).isPositive();
      }
    }
    assertThat(figures.hitRatio()).as("hit ratio").isBetween(0.05, 0.99);
    assertThat(figures.evicted()).as("evicted").isPositive();
    if (TestClusters.onStrata()) {
      assertThat(figures.moved()).as("moved").isPositive();
      assertThat(figures.freedByReaders()).as("freed by readers").isPositive();
    }
  }
}

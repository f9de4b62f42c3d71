package io.strata.it.correctness;

import static io.strata.it.cluster.TestClusters.cacheUnderLoad;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.TestClusters;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every answer is right, whatever happens to a table that is larger than the cache. The steps build
 * on each other. Splits and merges go without traffic: a scan that is under way while its region
 * closes has given wrong answers with HBase's own cache too.
 */
class CorrectAnswersIT {
  private static final int CACHE_MEGABYTES = 32;

  private HBaseCluster cluster;
  private TableLife life;

  private void start(HBaseDistribution distribution) throws Exception {
    cluster =
        TestClusters.start(
            "correct-answers-" + distribution.version(),
            distribution,
            cacheUnderLoad(CACHE_MEGABYTES)
                // Some blocks are compressed whatever that costs: see Packer.
                .withSite("strata.offheap.compression", "lz4")
                .withSite("strata.offheap.compression.cpu", "100")
                // Regions are merged only after the files that a compaction has replaced are gone.
                .withSite("hbase.hfile.compaction.discharger.interval", "5000"));
    life = new TableLife(cluster);
  }

  @AfterEach
  void stop() throws Exception {
    if (life != null) {
      life.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  @TestFactory
  Stream<DynamicTest> wholeLife() throws Exception {
    start(TestClusters.hbase());
    return Stream.of(
        quiet("write", life::create),
        busy("flush", life::flush),
        busy("compact small files", life::compactSmallFiles),
        busy("compact all files", life::compactAllFiles),
        quiet("split", life::split),
        dynamicTest("the cache was at work", life::checkThatTheCacheWasAtWork),
        quiet("merge", life::merge),
        quiet("close and open", life::closeAndOpen),
        busy("kill the server", life::killServer),
        quiet("cache compressed blocks", life::restartWithCompressedBlocksInCache),
        busy("compact with compressed blocks", life::compactAllFiles));
  }

  @TestFactory
  Stream<DynamicTest> on2513() throws Exception {
    start(HBaseDistribution.V2_5_13);
    return Stream.of(
        quiet("write", life::create),
        busy("flush", life::flush),
        busy("compact small files", life::compactSmallFiles),
        quiet("split", life::split),
        dynamicTest("the cache was at work", life::checkThatTheCacheWasAtWork),
        busy("kill the server", life::killServer));
  }

  private DynamicTest quiet(String name, TableLife.Step step) {
    return dynamicTest(
        name,
        () -> {
          step.run();
          life.checkAll();
        });
  }

  private DynamicTest busy(String name, TableLife.Step step) {
    return quiet(name, () -> life.underTraffic(step));
  }
}

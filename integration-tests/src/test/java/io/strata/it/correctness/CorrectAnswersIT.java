package io.strata.it.correctness;

import static io.strata.it.cluster.TestClusters.cacheUnderLoad;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.TestClusters;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks every answer while everything happens to a table that is larger than the cache. Each step
 * depends on the last. Splits and merges run without traffic: a scan during which its region closes
 * gives wrong answers with HBase's own cache, too.
 */
class CorrectAnswersIT {
  private static final int CACHE_MEGABYTES = 32;

  private HBaseCluster cluster;
  private TableOperations operations;

  private void start() throws Exception {
    cluster =
        TestClusters.start(
            "correct-answers",
            TestClusters.hbase(),
            cacheUnderLoad(CACHE_MEGABYTES)
                // Some blocks are compressed whatever the cost: see Packer.
                .withSite("strata.offheap.compression", "lz4")
                .withSite("strata.offheap.compression.cpu", "100")
                // Regions are merged only after the files that a compaction replaced are deleted.
                .withSite("hbase.hfile.compaction.discharger.interval", "5000"));
    operations = new TableOperations(cluster);
  }

  @AfterEach
  void stop() throws Exception {
    if (operations != null) {
      operations.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  @TestFactory
  Stream<DynamicTest> wholeLife() throws Exception {
    start();
    return Stream.of(
        quiet("write", operations::create),
        busy("flush", operations::flush),
        busy("compact small files", operations::compactSmallFiles),
        busy("compact all files", operations::compactAllFiles),
        quiet("split", operations::split),
        dynamicTest("the cache was used", operations::checkThatTheCacheWasUsed),
        quiet("merge", operations::merge),
        quiet("close and open", operations::closeAndOpen),
        busy("kill the server", operations::killServer),
        quiet("cache compressed blocks", operations::restartWithCompressedBlocksInCache),
        busy("compact with compressed blocks", operations::compactAllFiles));
  }

  private DynamicTest quiet(String name, TableOperations.Step step) {
    return dynamicTest(
        name,
        () -> {
          step.run();
          operations.checkAll();
        });
  }

  private DynamicTest busy(String name, TableOperations.Step step) {
    return quiet(name, () -> operations.underTraffic(step));
  }
}

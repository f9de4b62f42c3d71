package io.strata.it.features;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import io.strata.it.cluster.Await;
import io.strata.it.cluster.BuildTree;
import io.strata.it.cluster.CacheAudit;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.InSharedMemory;
import io.strata.it.cluster.JavaCommand;
import io.strata.it.cluster.ProcessMetrics;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.it.cluster.Release;
import io.strata.it.cluster.TestClusters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server compresses small blocks with a dictionary for each of two tables, and serves them from
 * memory after a stop and after a kill. A miss takes as long as from an object store.
 */
class DictionaryIT {
  private static final String NAME = "dictionary";
  private static final int CACHE_MEGABYTES = 32;
  private static final int BLOCK = 8 << 10;

  /** Of each table; both together are larger than the cache. */
  private static final int ROWS = 30_000;

  private static final int READS = 5_000;
  private static final int MAX_PASSES = 12;

  /** Most of the blocks compressed before, while the dictionaries were trained, are fewer. */
  private static final int MIN_COMPRESSED = 2_000;

  private static final String METRICS = "Hadoop:service=HBase,name=RegionServer,sub=Strata";
  private static final String USED = "are compressed with a dictionary";

  @TempDir(factory = InSharedMemory.class)
  private Path folder;

  @Test
  void blocksWithDictionariesOutliveTheServer() throws Exception {
    Path memory = folder.resolve("memory");
    Path dictionaries = folder.resolve("memory.dictionaries");
    HBaseCluster cluster = TestClusters.start(NAME, TestClusters.hbase(), setup(memory));
    try (cluster;
        Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration())) {
      List<RowTable> tables = List.of(table(connection, "first"), table(connection, "second"));
      for (RowTable table : tables) {
        table.write();
      }
      int passes = 0;
      while (!bothAreUsed(cluster)) {
        assertThat(passes++).as("passes until dictionaries are used").isLessThan(MAX_PASSES);
        hits(tables, passes);
      }
      hits(tables, MAX_PASSES);
      int before = hits(tables, 0);
      long compressed = metric(cluster, "compressedBlocks");
      System.out.printf(
          "%d of %d reads hit, %d blocks are compressed%n", before, 2 * READS, compressed);
      assertThat(compressed).isGreaterThan(MIN_COMPRESSED);
      assertThat(Files.getPosixFilePermissions(dictionaries))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));

      cluster.regionServer().stopGracefully();
      requireServed(cluster, tables, compressed, before);
      compressed = metric(cluster, "compressedBlocks");
      cluster.regionServer().killHard();
      requireServed(cluster, tables, compressed, before);

      for (RowTable table : tables) {
        table.scan();
      }
      assertThat(Files.readString(cluster.regionServer().logFile()))
          .as("a block with another dictionary than its own, or without one")
          .doesNotContain("A packed block");
      assertThat(CacheAudit.of(cluster)).isEmpty();
      assertThat(RegionServerLog.complaints(cluster)).isEmpty();
    }
    Release.unpack(NAME + "-release")
        .strata(TestClusters.hbase(), "memory", "--delete", memory.toString());
    assertThat(folder).isEmptyDirectory();
  }

  private static RegionServerSetup setup(Path memory) throws Exception {
    return RegionServerSetup.strata(CACHE_MEGABYTES)
        .withJvmArgs(JavaCommand.QUICK_COMPILER)
        .withClassPath(
            Path.of(Zstd.class.getProtectionDomain().getCodeSource().getLocation().toURI()))
        .withClassPath(
            BuildTree.root()
                .resolve(
                    "integration-tests/hbase-own-tests/target/"
                        + "strata-hbase-own-tests-0.1.0-SNAPSHOT.jar"))
        .withSite("fs.file.impl", "io.strata.judge.server.SlowFileSystem")
        .withSite("hbase.regionserver.metrics.period", "1000")
        .withSite("strata.offheap.path", memory.toString())
        .withSite("strata.offheap.compression", "zstd")
        .withSite("strata.offheap.compression.cpu", "100")
        .withSite("strata.offheap.compression.dictionaries", "true");
  }

  private static RowTable table(Connection connection, String name) {
    return new RowTable(connection, name, ROWS, BLOCK, row -> Documents.of(name, row));
  }

  private static boolean bothAreUsed(HBaseCluster cluster) throws Exception {
    return Files.readString(cluster.regionServer().logFile()).split(USED, -1).length > 2;
  }

  /** Reads and checks rows of both tables, lower numbers more often; returns the hits. */
  private static int hits(List<RowTable> tables, long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    int hits = 0;
    for (int read = 0; read < READS; read++) {
      double share = random.nextDouble() * random.nextDouble();
      for (RowTable table : tables) {
        hits += table.isHit((int) (share * table.rows())) ? 1 : 0;
      }
    }
    return hits;
  }

  /** Starts the server and requires that it has the compressed blocks, and reads from them. */
  private static void requireServed(
      HBaseCluster cluster, List<RowTable> tables, long compressed, int hits) throws Exception {
    cluster.startRegionServer();
    assertThat(metric(cluster, "compressedBlocks"))
        .as("compressed blocks after the start")
        .isGreaterThan(compressed * 9 / 10);
    int after = hits(tables, 0);
    System.out.printf(
        "After the start %d reads hit, %d from compressed blocks%n",
        after, metric(cluster, "decompressions"));
    // How many blocks are compressed while these reads turn others into raw ones depends on the
    // speed of the machine.
    assertThat(after).isGreaterThan(hits * 3 / 4);
    assertThat(metric(cluster, "decompressions")).isPositive();
  }

  /** Waits for a metric, since HBase withholds its MBeans for some seconds when a region opens. */
  private static long metric(HBaseCluster cluster, String name) throws Exception {
    long[] value = new long[1];
    Await.until(
        "there is " + name,
        () -> {
          try (ProcessMetrics metrics = ProcessMetrics.of(cluster.regionServer())) {
            value[0] = ((Number) metrics.attribute(METRICS, name)).longValue();
            return true;
          } catch (IllegalArgumentException e) {
            return false;
          }
        });
    return value[0];
  }
}

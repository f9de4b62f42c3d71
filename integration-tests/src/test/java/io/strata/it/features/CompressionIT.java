package io.strata.it.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.ProcessMetrics;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.it.cluster.TestClusters;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.io.compress.Compression.Algorithm;
import org.junit.jupiter.api.Test;

/**
 * A server compresses blocks instead of evicting them where a miss costs more: the table's files
 * are compressed with GZ, which each miss has to decompress.
 */
class CompressionIT {
  private static final int CACHE_MEGABYTES = 48;
  private static final int TABLE_MEGABYTES = 160;
  private static final int READS = 30_000;
  private static final String METRICS = "Hadoop:service=HBase,name=RegionServer,sub=Strata";

  private static int readSome(RowTable table, long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    int hits = 0;
    for (int read = 0; read < READS; read++) {
      // Rows with lower numbers are read more often.
      double share = random.nextDouble() * random.nextDouble() * random.nextDouble();
      hits += table.isHit((int) (share * table.rows())) ? 1 : 0;
    }
    return hits;
  }

  @Test
  void rowsAreReadFromCompressedBlocks() throws Exception {
    RegionServerSetup setup =
        RegionServerSetup.strata(CACHE_MEGABYTES)
            .withSite("strata.offheap.compression", "lz4")
            .withSite("strata.offheap.compression.cpu", "100");
    try (HBaseCluster cluster = TestClusters.start("compression", TestClusters.hbase(), setup);
        Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration())) {
      RowTable table = new RowTable(connection, "rows", TABLE_MEGABYTES);
      table.create(1, family -> family.setCompressionType(Algorithm.GZ));
      table.put(0, table.rows(), Put::new);
      table.flush();

      int first = readSome(table, 1);
      int second = readSome(table, 2);

      try (ProcessMetrics metrics = ProcessMetrics.of(cluster.regionServer())) {
        long compressed = metric(metrics, "compressedBlocks");
        System.out.printf(
            "%d, then %d of %d reads hit; %d blocks are compressed, %d compressions, %d"
                + " decompressions%n",
            first,
            second,
            READS,
            compressed,
            metric(metrics, "compressions"),
            metric(metrics, "decompressions"));
        assertThat(compressed).isPositive();
        assertThat(metric(metrics, "decompressions")).isPositive();
      }
      assertThat(RegionServerLog.complaints(cluster)).isEmpty();
    }
  }

  private static long metric(ProcessMetrics metrics, String name) {
    return ((Number) metrics.attribute(METRICS, name)).longValue();
  }
}

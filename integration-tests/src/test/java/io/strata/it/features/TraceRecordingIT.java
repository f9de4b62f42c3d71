package io.strata.it.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.CacheCounts;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.it.cluster.TestClusters;
import io.strata.trace.Attributes;
import io.strata.trace.BlockClass;
import io.strata.trace.Outcome;
import io.strata.trace.Reading;
import io.strata.trace.RecordKind;
import io.strata.trace.TraceFiles;
import io.strata.trace.TraceReader;
import io.strata.trace.TraceRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server's recording matches its metrics. */
class TraceRecordingIT {
  private static final int CACHE_MEGABYTES = 64;

  @TempDir Path folder;

  private RegionServerSetup setup(boolean recording) {
    return TestClusters.cacheUnderTest(CACHE_MEGABYTES)
        .withSite("strata.trace.enabled", Boolean.toString(recording))
        .withSite("strata.trace.dir", folder.toString())
        .withSite("strata.trace.max.bytes", "64m");
  }

  @Test
  void recordingMatchesTheMetrics() throws Exception {
    assumeTrue(TestClusters.onStrata(), "HBase's own cache records nothing");
    try (HBaseCluster cluster = TestClusters.start("trace", HBaseDistribution.V2_6_4, setup(true));
        Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
        Admin admin = connection.getAdmin()) {
      SampleTable table = SampleTable.create(connection, admin, "traced", 1, family -> family);
      table.write();
      table.read();
      table.read();
      CacheCounts before = CacheCounts.of(cluster);

      // The recorder writes its buffers when it is switched off.
      cluster.reconfigureRegionServer(setup(false));
      admin.updateConfiguration(admin.getRegionServers().iterator().next());
      Await.until("the recorder has ended", () -> hasEnded(cluster));
      CacheCounts after = CacheCounts.of(cluster);
      table.read();

      assertThat(RegionServerLog.complaints(cluster)).isEmpty();
      List<TraceRecord> records = read(folder);
      agree(records, before, after);
      holdTheTable(records);
    }
  }

  private static boolean hasEnded(HBaseCluster cluster) throws IOException {
    return Files.readString(cluster.regionServer().logFile())
        .contains("Stopped recording accesses");
  }

  /** Checks the counts; the metrics may include reads of the server's own tables. */
  private static void agree(List<TraceRecord> records, CacheCounts before, CacheCounts after) {
    assertThat(records).noneMatch(record -> record.kind() == RecordKind.DROPPED);
    assertThat(counted(records, Outcome.OFF_HEAP) + counted(records, Outcome.IN_FLIGHT))
        .isBetween(before.l2Hits(), after.l2Hits())
        .isGreaterThan(SampleTable.MIN_BLOCKS);
    assertThat(counted(records, Outcome.ON_HEAP)).isBetween(before.l1Hits(), after.l1Hits());
    assertThat(counted(records, Outcome.MISS))
        .isBetween(before.misses(), after.misses())
        .isGreaterThan(SampleTable.MIN_BLOCKS);
  }

  /** Checks that each block of the table was inserted with its length, and found. */
  private static void holdTheTable(List<TraceRecord> records) {
    Map<String, List<TraceRecord>> inserted =
        records.stream()
            .filter(record -> record.kind() == RecordKind.INSERT)
            .filter(record -> record.type() == BlockClass.DATA)
            .collect(Collectors.groupingBy(TraceRecord::file));
    List<TraceRecord> ofTable =
        inserted.values().stream().max(Comparator.comparing(List::size)).orElseThrow();
    String file = ofTable.get(0).file();
    assertThat(ofTable).hasSizeGreaterThan(SampleTable.MIN_BLOCKS);
    assertThat(ofTable.stream().mapToLong(TraceRecord::length).sum())
        .isBetween(SampleTable.ROWS * 1_000L, SampleTable.ROWS * 1_200L);
    assertThat(
            lookUps(records)
                .filter(record -> record.file().equals(file) && record.isHit())
                .filter(record -> record.type() == BlockClass.DATA)
                .map(TraceRecord::offset)
                .collect(Collectors.toSet()))
        .isEqualTo(ofTable.stream().map(TraceRecord::offset).collect(Collectors.toSet()));
  }

  private static long counted(List<TraceRecord> records, Outcome outcome) {
    return lookUps(records)
        .filter(record -> record.outcome() == outcome)
        .filter(record -> record.has(Attributes.COUNTED))
        .filter(record -> record.isHit() || !record.has(Attributes.REPEAT))
        .count();
  }

  private static Stream<TraceRecord> lookUps(List<TraceRecord> records) {
    return records.stream().filter(record -> record.kind() == RecordKind.LOOKUP);
  }

  private static List<TraceRecord> read(Path folder) throws IOException {
    List<TraceRecord> records = new ArrayList<>();
    for (Path file : TraceFiles.in(folder)) {
      Reading reading = TraceReader.read(file, records::add);
      assertThat(reading.isWhole()).as("%s", reading.damage()).isTrue();
    }
    return records;
  }
}

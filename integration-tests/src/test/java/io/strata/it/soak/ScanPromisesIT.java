package io.strata.it.soak;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.it.cluster.TableWork;
import io.strata.it.cluster.TestClusters;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * HBase's guarantees for a scan whose region is reopened or flushed meanwhile, with any cache. The
 * soak's checks of scans rely on them.
 *
 * <p>When a region is reopened, the client reopens the scan with its first read point (the sequence
 * number up to which it sees writes). The closed region no longer knows the scan, and drops the
 * versions that only the scan could see; and after a merge, the number is compared with numbers of
 * another region. A compaction drops such versions in one family at a time: the scan then returns a
 * row with an older version of one family ({@code RowAtomicityIT} shows it under load). {@code
 * -Dstrata.it.promises.rounds=10} repeats that test. {@code -Dstrata.it.promises.caches=all} runs
 * all with HBase's own caches as well.
 *
 * <p>When a region is reopened of which a scan has not returned a whole row yet, the client begins
 * again after the last row that it has, in the region before, but still with the read point of the
 * reopened region. If that number is lower than that of a deletion, rows that were deleted before
 * the scan began are returned.
 *
 * <p>When a region is flushed, its scans add the new file at their current row. A reverse scan that
 * finds nothing there from before its read point stays at a row that it has already passed
 * (StoreFileScanner.seekToPreviousRow returns that there is none, and keeps its position beyond the
 * read point), takes that for the next row, and loses its former position.
 */
class ScanPromisesIT {
  private static final byte[] FAMILY = {'f'};
  private static final byte[] UNCOMPACTED = {'a'};
  private static final List<String> ROWS = List.of("b", "d", "f", "h", "n", "p", "r", "t");
  private static final int CACHE_MEGABYTES = 32;
  private static final boolean ALL_CACHES =
      System.getProperty("strata.it.promises.caches", "").equals("all");
  private static final int ROUNDS = Integer.getInteger("strata.it.promises.rounds", 1);

  /** The caches, all of which must behave alike. */
  enum Cache {
    LRU,
    BUCKET,
    STRATA;

    RegionServerSetup setup() {
      return switch (this) {
        case LRU -> RegionServerSetup.stock();
        case BUCKET -> RegionServerSetup.bucketCache(CACHE_MEGABYTES);
        case STRATA -> RegionServerSetup.strata(CACHE_MEGABYTES);
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void guaranteesAreTheSameWithAnyCache(Cache cache) throws Exception {
    assumeTrue(cache == Cache.STRATA || ALL_CACHES, "only with -Dstrata.it.promises.caches=all");
    try (HBaseCluster cluster =
            TestClusters.start("scan-promises-" + cache, HBaseDistribution.V2_6_4, cache.setup());
        Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
        Admin admin = connection.getAdmin()) {
      missesAChangedRow(connection, admin);
      returnsAVersionOlderThanTheScan(connection, admin);
      mixesFamiliesOfARow(connection, admin);
      missesRowsAfterAMerge(connection, admin);
      missesRowsAfterAFlush(connection, admin);
      returnsADeletedRowOfTheRegionBefore(connection, admin);
    }
  }

  private static void missesAChangedRow(Connection connection, Admin admin) throws Exception {
    TableName name = TableName.valueOf("reopen");
    create(admin, name);
    try (Table table = connection.getTable(name)) {
      write(table, ROWS, "old");
      TableWork.flush(admin, name);
      List<String> seen = new ArrayList<>();
      try (ResultScanner scanner = table.getScanner(new Scan().setCaching(1))) {
        seen.add(show(scanner.next()));
        write(table, List.of("f", "p"), "new");
        reopen(admin, name);
        TableWork.compactInto(admin, name, 1);
        scanner.forEach(result -> seen.add(show(result)));
      }
      assertThat(seen)
          .as("a changed row is missing, in its old and its new state")
          .containsExactly("b=old", "d=old", "h=old", "n=old", "r=old", "t=old");
      assertThat(show(table.get(new Get(key("f"))))).isEqualTo("f=new");
      assertThat(all(table)).hasSize(ROWS.size()).contains("f=new", "p=new");
    }
  }

  private static void returnsAVersionOlderThanTheScan(Connection connection, Admin admin)
      throws Exception {
    TableName name = TableName.valueOf("stale");
    admin.createTable(
        table(name)
            // Then two small files are compacted without the large one.
            .setValue("hbase.hstore.compaction.min", "2")
            .setValue("hbase.hstore.compaction.min.size", "1")
            .build());
    try (Table table = connection.getTable(name)) {
      write(table, ROWS, "older");
      write(table, IntStream.range(0, 300).mapToObj(i -> "z" + i).toList(), "x".repeat(1_000));
      TableWork.flush(admin, name);
      write(table, List.of("f"), "old");
      TableWork.flush(admin, name);
      List<String> seen = new ArrayList<>();
      try (ResultScanner scanner =
          table.getScanner(new Scan().setCaching(1).withStopRow(key("z")))) {
        seen.add(show(scanner.next()));
        write(table, List.of("f"), "new");
        reopen(admin, name);
        admin.compact(name);
        Await.until("two files are one", () -> TableWork.storeFiles(admin, name) == 2);
        scanner.forEach(result -> seen.add(show(result)));
      }
      assertThat(seen)
          .as("a changed row has a version older than the beginning of the scan")
          .contains("f=older");
      assertThat(show(table.get(new Get(key("f"))))).isEqualTo("f=new");
    }
  }

  private static void mixesFamiliesOfARow(Connection connection, Admin admin) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      assertThat(rowAcrossReopening(connection, admin, round, 1))
          .as("one family of a row is older than the other, round %d", round)
          .isEqualTo("second, first");
      assertThat(rowAcrossReopening(connection, admin, round, 3))
          .as("the row of a table that keeps its versions, round %d", round)
          .isEqualTo("second, second");
    }
    System.out.println(ROUNDS + " rounds: each has a row of two writes, none if versions are kept");
  }

  /**
   * Returns the two families of a row in a scan. The row is written again before its region is
   * reopened and one family is compacted.
   */
  private static String rowAcrossReopening(
      Connection connection, Admin admin, int round, int versions) throws Exception {
    TableName name = TableName.valueOf("families-" + round + "-" + versions);
    admin.createTable(
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(family(UNCOMPACTED, versions, "10"))
            .setColumnFamily(family(FAMILY, versions, "2"))
            .build());
    try (Table table = connection.getTable(name)) {
      writeBoth(table, "first");
      // Then two small files are compacted without the large one.
      write(table, IntStream.range(0, 300).mapToObj(i -> "z" + i).toList(), "x".repeat(1_000));
      TableWork.flush(admin, name);
      writeBoth(table, "second");
      TableWork.flush(admin, name);
      try (ResultScanner scanner =
          table.getScanner(new Scan().setCaching(1).withStopRow(key("z")))) {
        scanner.next();
        writeBoth(table, "third");
        reopen(admin, name);
        admin.compact(name, FAMILY);
        Await.until(
            "two files of one family are one", () -> TableWork.storeFiles(admin, name) == 3 + 2);
        String seen = showBoth(scanner.next());
        assertThat(showBoth(table.get(new Get(key("d"))))).isEqualTo("third, third");
        return seen;
      }
    }
  }

  private static ColumnFamilyDescriptor family(byte[] name, int versions, String filesToCompact) {
    return ColumnFamilyDescriptorBuilder.newBuilder(name)
        .setMaxVersions(versions)
        .setConfiguration("hbase.hstore.compaction.min", filesToCompact)
        .setConfiguration("hbase.hstore.compaction.min.size", "1")
        .build();
  }

  private static void writeBoth(Table table, String value) throws Exception {
    for (String row : List.of("b", "d")) {
      byte[] bytes = value.getBytes(UTF_8);
      table.put(
          new Put(key(row)).addColumn(UNCOMPACTED, FAMILY, bytes).addColumn(FAMILY, FAMILY, bytes));
    }
  }

  private static String showBoth(Result result) {
    return new String(result.getValue(UNCOMPACTED, FAMILY), UTF_8)
        + ", "
        + new String(result.getValue(FAMILY, FAMILY), UTF_8);
  }

  private static void reopen(Admin admin, TableName name) throws Exception {
    reopen(admin, name, 0);
  }

  private static void reopen(Admin admin, TableName name, int number) throws Exception {
    byte[] region = admin.getRegions(name).get(number).getRegionName();
    admin.unassign(region);
    admin.assign(region);
  }

  private static void missesRowsAfterAMerge(Connection connection, Admin admin) throws Exception {
    TableName name = TableName.valueOf("merge");
    create(admin, name, key("m"));
    try (Table table = connection.getTable(name)) {
      for (int i = 0; i < 100; i++) {
        write(table, ROWS.subList(4, 8), "old"); // Higher sequence numbers than the first region's.
      }
      write(table, ROWS.subList(0, 4), "old");
      TableWork.flush(admin, name);
      List<String> seen = new ArrayList<>();
      try (ResultScanner scanner = table.getScanner(new Scan().setCaching(1))) {
        seen.add(show(scanner.next()));
        byte[][] regions =
            admin.getRegions(name).stream().map(RegionInfo::getRegionName).toArray(byte[][]::new);
        admin.mergeRegionsAsync(regions, false).get();
        scanner.forEach(result -> seen.add(show(result)));
      }
      assertThat(seen)
          .as("all unchanged rows of the second region are missing")
          .containsExactly("b=old", "d=old", "f=old", "h=old");
      assertThat(all(table)).hasSize(ROWS.size());
    }
  }

  private static void missesRowsAfterAFlush(Connection connection, Admin admin) throws Exception {
    TableName name = TableName.valueOf("reverse");
    create(admin, name);
    try (Table table = connection.getTable(name)) {
      write(table, ROWS, "old");
      TableWork.flush(admin, name);
      List<String> seen = new ArrayList<>();
      try (ResultScanner scanner = table.getScanner(new Scan().setReversed(true).setCaching(1))) {
        seen.add(show(scanner.next()));
        // The new file has the rows next to the scan's position: one before it, one after it.
        write(table, List.of("d", "t"), "new");
        TableWork.flush(admin, name);
        scanner.forEach(result -> seen.add(show(result)));
      }
      assertThat(seen)
          .as("unchanged rows are missing")
          .contains("t=old", "b=old")
          .doesNotContain("r=old");
      assertThat(all(table)).hasSize(ROWS.size()).contains("r=old");
    }
  }

  private static void returnsADeletedRowOfTheRegionBefore(Connection connection, Admin admin)
      throws Exception {
    TableName name = TableName.valueOf("boundary");
    create(admin, name, key("m"));
    try (Table table = connection.getTable(name)) {
      write(table, List.of("b", "h"), "old");
      table.put(manyCells("n"));
      // The second region's sequence numbers lie between those of the put and the deletion of "h".
      for (int i = 0; i < 100; i++) {
        write(table, List.of("p"), "old");
      }
      for (int i = 0; i < 200; i++) {
        write(table, List.of("b"), "old");
      }
      table.delete(new Delete(key("h")));
      assertThat(keysOverReopening(table, admin, name))
          .as("a row that was deleted before the scan began is returned")
          .containsExactly("b", "h", "n", "p");
      assertThat(table.get(new Get(key("h"))).isEmpty()).isTrue();
    }
  }

  /** Returns the rows of a scan whose second region is reopened while it returns one row. */
  private static List<String> keysOverReopening(Table table, Admin admin, TableName name)
      throws Exception {
    List<String> keys = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(new Scan().setCaching(1).setMaxResultSize(1))) {
      keys.add(new String(scanner.next().getRow(), UTF_8));
      FutureTask<Void> rest =
          new FutureTask<>(
              () -> scanner.forEach(result -> keys.add(new String(result.getRow(), UTF_8))), null);
      new Thread(rest, "scan").start();
      reopen(admin, name, 1);
      rest.get();
    }
    return keys;
  }

  /** Returns a row that the server returns a cell at a time, which takes seconds. */
  private static Put manyCells(String row) {
    Put put = new Put(key(row));
    for (int i = 0; i < 20_000; i++) {
      put.addColumn(FAMILY, Bytes.toBytes(i), FAMILY);
    }
    return put;
  }

  private static void create(Admin admin, TableName name, byte[]... splits) throws Exception {
    admin.createTable(table(name).build(), splits.length == 0 ? null : splits);
  }

  private static TableDescriptorBuilder table(TableName name) {
    return TableDescriptorBuilder.newBuilder(name)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY));
  }

  private static void write(Table table, List<String> rows, String value) throws Exception {
    for (String row : rows) {
      table.put(new Put(key(row)).addColumn(FAMILY, FAMILY, value.getBytes(UTF_8)));
    }
  }

  private static List<String> all(Table table) throws Exception {
    List<String> rows = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(new Scan())) {
      scanner.forEach(result -> rows.add(show(result)));
    }
    return rows;
  }

  private static byte[] key(String row) {
    return row.getBytes(UTF_8);
  }

  private static String show(Result result) {
    return new String(result.getRow(), UTF_8)
        + "="
        + new String(result.getValue(FAMILY, FAMILY), UTF_8);
  }
}

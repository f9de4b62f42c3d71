package io.strata.it.features;

import static io.strata.it.features.RowTable.FAMILY;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.CacheAudit;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.TableWork;
import io.strata.it.cluster.TestClusters;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Caching on a real server with HBase's data tiering; data older than a week are cold. The test
 * that fills the cache comes last: in a full cache new blocks may be evicted before they are read.
 */
@TestMethodOrder(OrderAnnotation.class)
class DataTieringIT {
  private static final int CACHE_MEGABYTES = 32;
  private static final int TABLE_MEGABYTES = 4;

  /** More than the cache holds. */
  private static final int MUCH_MEGABYTES = 48;

  private static final long WEEK_MILLIS = TimeUnit.DAYS.toMillis(7);
  private static final long HOT = System.currentTimeMillis();
  private static final long COLD = HOT - 4 * WEEK_MILLIS;

  private static final String TIERING = "hbase.hstore.datatiering.type";
  private static final String ENGINE = "hbase.hstore.engine.class";
  private static final String ENGINES = "org.apache.hadoop.hbase.regionserver.";
  private static final byte[] AGE = "age".getBytes(UTF_8);

  private static HBaseCluster cluster;
  private static Connection connection;
  private static Admin admin;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(TestClusters.onStrata(), "HBase's own cache checks for cold files at other times");
    Map<String, String> site = Map.of("hbase.regionserver.datatiering.enable", "true");
    cluster =
        TestClusters.start(
            "data-tiering",
            HBaseDistribution.V2_6_4,
            TestClusters.cacheUnderTest(CACHE_MEGABYTES).withHeap("512m"),
            site);
    connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
    admin = connection.getAdmin();
  }

  @AfterAll
  static void stop() throws Exception {
    if (connection != null) {
      connection.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  @AfterEach
  void nothingLeaks() throws Exception {
    // HBase does not release blocks that it decides not to cache on write (HBASE-30038).
    assertThat(RegionServerLog.complaints(cluster))
        .allMatch(entry -> entry.contains("HFileWriterImpl.doCacheOnWrite("));
    assertThat(CacheAudit.of(cluster)).isEmpty();
  }

  private static ColumnFamilyDescriptorBuilder byTime(ColumnFamilyDescriptorBuilder family) {
    return inFilesByTime(family).setConfiguration(TIERING, "TIME_RANGE");
  }

  /** Required by the tiering type TIME_RANGE. */
  private static ColumnFamilyDescriptorBuilder inFilesByTime(ColumnFamilyDescriptorBuilder family) {
    return family.setConfiguration(ENGINE, ENGINES + "DateTieredStoreEngine");
  }

  private static ColumnFamilyDescriptorBuilder byAge(ColumnFamilyDescriptorBuilder family) {
    return family
        .setConfiguration(ENGINE, ENGINES + "CustomTieredStoreEngine")
        .setConfiguration("TIERING_CELL_QUALIFIER", Bytes.toString(AGE))
        .setConfiguration(
            "hbase.hstore.compaction.date.tiered.custom.age.limit.millis",
            Long.toString(WEEK_MILLIS))
        .setConfiguration(TIERING, "CUSTOM");
  }

  @Test
  void coldFileIsNotCachedOnRead() throws Exception {
    RowTable table = new RowTable(connection, "read", TABLE_MEGABYTES);
    table.create(1, DataTieringIT::byTime);
    writeBothFiles(table);
    scanUntilCached(table, table.rows() / 2, table.rows());
    provesCached(table);
  }

  @Test
  void coldBlockIsNotCachedOnWrite() throws Exception {
    RowTable table = new RowTable(connection, "written", TABLE_MEGABYTES);
    table.create(1, family -> byTime(family).setCacheDataOnWrite(true));
    writeBothFiles(table);
    provesCached(table);
  }

  /** All tables are read repeatedly; the one that turns cold is read last. */
  @Test
  @Order(Integer.MAX_VALUE)
  void blocksOfColdFilesAreEvictedFirst() throws Exception {
    RowTable turning = cachedTable("turning");
    RowTable staying = cachedTable("staying");
    Pressure pressure = new Pressure();
    for (int megabyte = 0; megabyte < MUCH_MEGABYTES; megabyte++) {
      staying.scan();
      turning.scan();
      pressure.readMegabyte();
    }
    assertThat(bytesOf(turning)).isGreaterThan(TABLE_MEGABYTES * (9L << 20) / 10);
    assertThat(bytesOf(staying)).isGreaterThan(TABLE_MEGABYTES * (9L << 20) / 10);

    long before = bytesOf(turning);
    turning.alter(DataTieringIT::byTime);
    assertThat(bytesOf(turning)).as("before memory is needed").isEqualTo(before);
    Await.until(
        "the cold file's blocks are evicted",
        () -> {
          staying.scan();
          turning.scan();
          pressure.readMegabyte();
          return bytesOf(turning) < before / 20;
        });
    assertThat(bytesOf(staying)).isGreaterThan(TABLE_MEGABYTES * (9L << 20) / 10);
  }

  @Test
  void dataColdByACellValueAreNotCached() throws Exception {
    RowTable table = new RowTable(connection, "by_value", TABLE_MEGABYTES);
    table.create(1, DataTieringIT::byAge);
    int half = table.rows() / 2;
    table.put(0, half, row -> new Put(row).addColumn(FAMILY, AGE, Bytes.toBytes(COLD)));
    table.put(half, table.rows(), row -> new Put(row).addColumn(FAMILY, AGE, Bytes.toBytes(HOT)));
    table.flush();
    // Files that were not compacted are hot.
    scanUntilCached(table, 0, table.rows());

    Await.until(
        "compactions have separated the cold rows",
        () -> {
          // The number of files may be a second old. Another compaction would write uncached files.
          if (admin.getCompactionState(table.name()) != CompactionState.NONE) {
            return false;
          }
          if (TableWork.storeFiles(admin, table.name()) == 2) {
            return true;
          }
          admin.majorCompact(table.name());
          return false;
        });
    scanUntilCached(table, table.rows() / 2, table.rows());
    provesCached(table);
  }

  /** Writes the first half of the rows to a cold file, the second half to another file. */
  private static void writeBothFiles(RowTable table) throws Exception {
    int half = table.rows() / 2;
    table.put(0, half, row -> new Put(row, COLD));
    table.flush();
    table.put(half, table.rows(), row -> new Put(row, HOT));
    table.flush();
  }

  /** Checks that nothing of the first half of the rows is cached, and all of the second half. */
  private static void provesCached(RowTable table) throws Exception {
    int half = table.rows() / 2;
    assertThat(hits(table, 0, half)).as("share of cold rows that are cached").isZero();
    assertThat(hits(table, half, table.rows())).as("share of hot rows").isEqualTo(1.0);
  }

  /** Scans repeatedly, since writer threads cache the blocks. */
  private static void scanUntilCached(RowTable table, int from, int to) throws Exception {
    Await.until(
        "rows %d to %d are cached".formatted(from, to),
        () -> {
          table.scan();
          return hits(table, from, to) == 1.0;
        });
  }

  /** Returns the share of rows in a range whose read takes nothing from a file. */
  private static double hits(RowTable table, int from, int to) throws Exception {
    // Caches the bloom filter, which scans of many rows do not use.
    table.isHit(from);
    int hits = 0;
    for (int row = from; row < to; row++) {
      hits += table.isHit(row) ? 1 : 0;
    }
    return (double) hits / (to - from);
  }

  /** Returns a table of old rows that is hot since it has no tiering type. */
  private static RowTable cachedTable(String name) throws Exception {
    RowTable table = new RowTable(connection, name, TABLE_MEGABYTES);
    table.create(1, DataTieringIT::inFilesByTime);
    table.put(0, table.rows(), row -> new Put(row, COLD));
    table.flush();
    table.scan();
    return table;
  }

  private static long bytesOf(RowTable table) throws Exception {
    return CachedTables.bytesOf(cluster, table.name().getNameAsString());
  }

  /** Reads a table larger than the cache, sequentially and repeatedly. */
  private static final class Pressure {
    private final RowTable table = new RowTable(connection, "much", MUCH_MEGABYTES);
    private final int step = table.rows() / MUCH_MEGABYTES;
    private int next;

    Pressure() throws Exception {
      table.write();
    }

    void readMegabyte() throws Exception {
      table.scan(next, next + step);
      next = (next + step) % table.rows();
    }
  }
}

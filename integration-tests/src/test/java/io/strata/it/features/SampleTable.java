package io.strata.it.features;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.CacheCounts;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.TableWork;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** A table of about 4 MB in about 250 blocks of 16 KB, which one scan reads block by block. */
final class SampleTable {
  static final int ROWS = 4_000;

  /** A lower bound of the table's blocks. */
  static final int MIN_BLOCKS = 200;

  private static final byte[] FAMILY = {'f'};
  private static final int VALUE_BYTES = 1_000;
  private static final int BATCH = 500;

  private final Connection connection;
  private final Admin admin;
  private final TableName name;

  private SampleTable(Connection connection, Admin admin, TableName name) {
    this.connection = connection;
    this.admin = admin;
    this.name = name;
  }

  /** Creates an empty table with that family. */
  static SampleTable create(
      Connection connection,
      Admin admin,
      String name,
      int replicas,
      UnaryOperator<ColumnFamilyDescriptorBuilder> family)
      throws IOException {
    TableName tableName = TableName.valueOf(name);
    admin.createTable(
        TableDescriptorBuilder.newBuilder(tableName)
            .setRegionReplication(replicas)
            .setColumnFamily(
                family
                    .apply(ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setBlocksize(16 << 10))
                    .build())
            .build());
    return new SampleTable(connection, admin, tableName);
  }

  TableName name() {
    return name;
  }

  /** Writes every row and flushes. */
  void write() throws IOException {
    try (Table table = connection.getTable(name)) {
      List<Put> batch = new ArrayList<>();
      for (int row = 0; row < ROWS; row++) {
        batch.add(new Put(key(row)).addColumn(FAMILY, FAMILY, value(row)));
        if (batch.size() == BATCH) {
          table.put(batch);
          batch.clear();
        }
      }
    }
    TableWork.flush(admin, name);
  }

  /** Reads and checks every row. */
  void read() throws IOException {
    read(new Scan());
  }

  /** Reads and checks every row of a replica. */
  void read(int replica) throws IOException {
    Scan scan = new Scan();
    if (replica > 0) {
      scan.setConsistency(Consistency.TIMELINE).setReplicaId(replica);
    }
    read(scan);
  }

  /** Reads and checks every row without inserting into the cache. */
  private void readUncached() throws IOException {
    read(new Scan().setCacheBlocks(false));
  }

  /** Waits until all its blocks are cached, without inserting any. */
  void awaitCached(HBaseCluster cluster) throws Exception {
    Await.until(
        "no block of " + name + " is missed",
        () -> {
          CacheCounts before = CacheCounts.of(cluster);
          readUncached();
          CacheCounts change = CacheCounts.of(cluster).since(before);
          return change.l2Misses() == 0 && change.l2Hits() > MIN_BLOCKS;
        });
  }

  private void read(Scan scan) throws IOException {
    // A scan in stream mode would read ahead outside the cache.
    scan.setReadType(Scan.ReadType.PREAD);
    int row = 0;
    try (Table table = connection.getTable(name);
        ResultScanner results = table.getScanner(scan)) {
      for (Result result : results) {
        assertThat(result.getRow()).isEqualTo(key(row));
        assertThat(result.getValue(FAMILY, FAMILY)).isEqualTo(value(row));
        row++;
      }
    }
    assertThat(row).isEqualTo(ROWS);
  }

  /** Reopens the table's regions. */
  void reopen() throws IOException {
    admin.disableTable(name);
    admin.enableTable(name);
  }

  /** Splits the only region in the middle and waits until both are open. */
  void split() throws Exception {
    RegionInfo region = admin.getRegions(name).get(0);
    admin.splitRegionAsync(region.getRegionName(), key(ROWS / 2)).get();
    Await.until(name + " has two regions", () -> admin.getRegions(name).size() == 2);
  }

  /** Compacts all files to one and waits for the end. */
  void compact() throws Exception {
    TableWork.compactInto(admin, name, 1);
  }

  private static byte[] key(int row) {
    return String.format("%06d", row).getBytes(UTF_8);
  }

  private static byte[] value(int row) {
    byte[] value = new byte[VALUE_BYTES];
    new Random(row).nextBytes(value);
    return value;
  }
}

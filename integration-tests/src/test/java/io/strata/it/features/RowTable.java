package io.strata.it.features;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.TableWork;
import java.io.IOException;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** A table of so many megabytes whose rows are read one by one. Thread-safe once it is written. */
final class RowTable {
  private static final byte[] FAMILY = {'f'};
  private static final int VALUE_BYTES = 8 << 10;

  private final Connection connection;
  private final TableName name;
  private final int rows;
  private final int blockBytes;

  RowTable(Connection connection, String name, int megabytes) {
    this(connection, name, megabytes, HConstants.DEFAULT_BLOCKSIZE);
  }

  /** A table of this size of blocks. */
  RowTable(Connection connection, String name, int megabytes, int blockBytes) {
    this.blockBytes = blockBytes;
    this.connection = connection;
    this.name = TableName.valueOf(name);
    this.rows = (int) (((long) megabytes << 20) / VALUE_BYTES);
  }

  int rows() {
    return rows;
  }

  /** Creates the table and writes it. */
  void write() throws IOException {
    SplittableRandom random = new SplittableRandom(rows);
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setBlocksize(blockBytes).build())
              // What is not flushed need not survive.
              .setDurability(Durability.SKIP_WAL)
              .build());
      try (BufferedMutator writer = connection.getBufferedMutator(name)) {
        byte[] value = new byte[VALUE_BYTES];
        for (int row = 0; row < rows; row++) {
          random.nextBytes(value);
          writer.mutate(new Put(key(row)).addColumn(FAMILY, FAMILY, value.clone()));
        }
      }
      TableWork.flush(admin, name);
    }
  }

  /** Reads every row in order. */
  void scan() throws IOException {
    // A scan in stream mode would read ahead by other means.
    Scan scan = new Scan().setReadType(Scan.ReadType.PREAD);
    int seen = 0;
    try (Table table = connection.getTable(name);
        ResultScanner results = table.getScanner(scan)) {
      for (Result result : results) {
        seen += result.isEmpty() ? 0 : 1;
      }
    }
    assertThat(seen).isEqualTo(rows);
  }

  /** Reads a row; says whether that took nothing from its file. */
  boolean isHit(int row) throws IOException {
    byte[] key = key(row);
    // As a scan, for a get tells nothing of what it took.
    Scan scan =
        new Scan()
            .withStartRow(key)
            .withStopRow(key, true)
            .setReadType(Scan.ReadType.PREAD)
            .setScanMetricsEnabled(true);
    try (Table table = connection.getTable(name);
        ResultScanner results = table.getScanner(scan)) {
      assertThat(results.next()).isNotNull();
      assertThat(results.next()).isNull();
      return results.getScanMetrics().bytesReadFromFs.get() == 0;
    }
  }

  private static byte[] key(int row) {
    return "%08d".formatted(row).getBytes(UTF_8);
  }
}

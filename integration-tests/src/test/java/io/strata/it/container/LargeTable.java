package io.strata.it.container;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.TableWork;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** A table whose values are a function of their rows. */
final class LargeTable {
  private static final TableName NAME = TableName.valueOf("large");
  private static final byte[] FAMILY = {'f'};
  private static final int VALUE_BYTES = 8 << 10;
  private static final int GETS_AT_ONCE = 100;

  private final Connection connection;
  private final int rows;

  LargeTable(Connection connection, int megabytes) {
    this.connection = connection;
    this.rows = rowsOf(megabytes);
  }

  /** Creates the table and writes it. */
  void write() throws Exception {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(NAME)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              // Unflushed rows need not survive.
              .setDurability(Durability.SKIP_WAL)
              .build());
      try (BufferedMutator writer = connection.getBufferedMutator(NAME)) {
        for (int row = 0; row < rows; row++) {
          writer.mutate(new Put(key(row)).addColumn(FAMILY, FAMILY, value(row)));
        }
      }
      TableWork.flushCompletely(admin, NAME);
    }
  }

  /** Reads and checks every row in order. */
  void scan() throws IOException {
    scan(rows);
  }

  /**
   * Reads and checks the first rows in order.
   *
   * @return the number of bytes read from files
   */
  long scan(int count) throws IOException {
    // A scan in stream mode would read ahead outside the cache.
    Scan scan =
        new Scan()
            .withStopRow(key(count))
            .setReadType(Scan.ReadType.PREAD)
            .setScanMetricsEnabled(true);
    int row = 0;
    try (Table table = connection.getTable(NAME);
        ResultScanner results = table.getScanner(scan)) {
      for (Result result : results) {
        compare(result, row);
        row++;
      }
      assertThat(row).isEqualTo(count);
      return results.getScanMetrics().bytesReadFromFs.get();
    }
  }

  /** Reads and checks random rows, a hundred at a time. */
  void getAtRandom(int count, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    try (Table table = connection.getTable(NAME)) {
      for (int done = 0; done < count; done += GETS_AT_ONCE) {
        int[] asked = random.ints(GETS_AT_ONCE, 0, rows).toArray();
        List<Get> gets = new ArrayList<>();
        for (int row : asked) {
          gets.add(new Get(key(row)));
        }
        Result[] results = table.get(gets);
        for (int i = 0; i < asked.length; i++) {
          compare(results[i], asked[i]);
        }
      }
    }
  }

  int rows() {
    return rows;
  }

  /** Returns the number of rows in that many megabytes. */
  static int rowsOf(int megabytes) {
    return (int) (((long) megabytes << 20) / VALUE_BYTES);
  }

  private static void compare(Result result, int row) {
    assertThat(result.getRow()).isEqualTo(key(row));
    assertThat(result.getValue(FAMILY, FAMILY)).as("row %d", row).isEqualTo(value(row));
  }

  private static byte[] key(int row) {
    return String.format("%08d", row).getBytes(UTF_8);
  }

  private static byte[] value(int row) {
    byte[] value = new byte[VALUE_BYTES];
    new SplittableRandom(row).nextBytes(value);
    return value;
  }
}

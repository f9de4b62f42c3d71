package io.strata.it.features;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.TableWork;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** A table whose rows are read one by one. Thread-safe once it is written. */
final class RowTable {
  static final byte[] FAMILY = {'f'};

  private static final int VALUE_BYTES = 8 << 10;
  private static final int REPEATED = 4;

  private final Connection connection;
  private final TableName name;
  private final int rows;
  private final int blockBytes;
  private final IntFunction<byte[]> values;

  RowTable(Connection connection, String name, int megabytes) {
    this(connection, name, megabytes, HConstants.DEFAULT_BLOCKSIZE);
  }

  /** Creates a table with that block size. */
  RowTable(Connection connection, String name, int megabytes, int blockBytes) {
    this(
        connection,
        name,
        (int) (((long) megabytes << 20) / VALUE_BYTES),
        blockBytes,
        row -> repeatedWords(name, row));
  }

  /** Creates a table with that block size and those values. */
  RowTable(
      Connection connection, String name, int rows, int blockBytes, IntFunction<byte[]> values) {
    this.blockBytes = blockBytes;
    this.connection = connection;
    this.name = TableName.valueOf(name);
    this.rows = rows;
    this.values = values;
  }

  TableName name() {
    return name;
  }

  int rows() {
    return rows;
  }

  /** Creates the table and writes it. */
  void write() throws Exception {
    create(1, family -> family);
    put(0, rows, Put::new);
    flush();
  }

  /** Creates the table with that family and with regions of equal numbers of rows. */
  void create(int regions, UnaryOperator<ColumnFamilyDescriptorBuilder> family) throws IOException {
    byte[][] splits =
        IntStream.range(1, regions).mapToObj(i -> key(rows / regions * i)).toArray(byte[][]::new);
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(
                  family
                      .apply(
                          ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setBlocksize(blockBytes))
                      .build())
              // Unflushed rows need not survive.
              .setDurability(Durability.SKIP_WAL)
              .build(),
          splits);
    }
  }

  /** Changes the table's family, which reopens its regions. */
  void alter(UnaryOperator<ColumnFamilyDescriptorBuilder> family) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      ColumnFamilyDescriptor now = admin.getDescriptor(name).getColumnFamily(FAMILY);
      admin.modifyColumnFamily(
          name, family.apply(ColumnFamilyDescriptorBuilder.newBuilder(now)).build());
    }
  }

  /**
   * Writes rows {@code from} to {@code to - 1}.
   *
   * @param begin creates a row's put from its key, with anything to add to the value
   */
  void put(int from, int to, Function<byte[], Put> begin) throws IOException {
    try (BufferedMutator writer = connection.getBufferedMutator(name)) {
      for (int row = from; row < to; row++) {
        writer.mutate(begin.apply(key(row)).addColumn(FAMILY, FAMILY, values.apply(row)));
      }
    }
  }

  /** Flushes the table, which writes a file in each region. */
  void flush() throws Exception {
    try (Admin admin = connection.getAdmin()) {
      TableWork.flushCompletely(admin, name);
    }
  }

  /** Reads and checks every row in order. */
  void scan() throws IOException {
    scan(0, rows);
  }

  /** Reads and checks rows {@code from} to {@code to - 1} in order. */
  void scan(int from, int to) throws IOException {
    // A scan in stream mode would read ahead outside the cache.
    Scan scan =
        new Scan().withStartRow(key(from)).withStopRow(key(to)).setReadType(Scan.ReadType.PREAD);
    int row = from;
    try (Table table = connection.getTable(name);
        ResultScanner results = table.getScanner(scan)) {
      for (Result result : results) {
        check(row, result);
        row++;
      }
    }
    assertThat(row).isEqualTo(to);
  }

  /** Reads and checks a row, and returns whether nothing was read from its file. */
  boolean isHit(int row) throws IOException {
    byte[] key = key(row);
    // A scan, since a get has no metrics.
    Scan scan =
        new Scan()
            .withStartRow(key)
            .withStopRow(key, true)
            .setReadType(Scan.ReadType.PREAD)
            .setScanMetricsEnabled(true);
    try (Table table = connection.getTable(name);
        ResultScanner results = table.getScanner(scan)) {
      check(row, results.next());
      assertThat(results.next()).isNull();
      return results.getScanMetrics().bytesReadFromFs.get() == 0;
    }
  }

  private void check(int row, Result result) {
    assertThat(result).isNotNull();
    assertThat(result.getRow()).isEqualTo(key(row));
    assertThat(Arrays.equals(result.getValue(FAMILY, FAMILY), values.apply(row)))
        .as("row %d of %s is as it was written", row, name)
        .isTrue();
  }

  /** Returns random words, repeated so that they are compressible. */
  private static byte[] repeatedWords(String table, int row) {
    SplittableRandom random =
        new SplittableRandom(((long) TableName.valueOf(table).hashCode() << Integer.SIZE) + row);
    ByteBuffer value = ByteBuffer.allocate(VALUE_BYTES);
    while (value.hasRemaining()) {
      long word = random.nextLong();
      for (int i = 0; i < REPEATED; i++) {
        value.putLong(word);
      }
    }
    return value.array();
  }

  private static byte[] key(int row) {
    return "%08d".formatted(row).getBytes(UTF_8);
  }
}

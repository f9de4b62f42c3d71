package io.strata.perf.load;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.DataSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.PerformanceEvaluation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A table whose contents are known row by row, so that every answer can be checked. Its family is
 * PerformanceEvaluation's; its regions have equal numbers of rows and one file each, which is not
 * compressed. Regions are never split and files never compacted.
 *
 * <p>Immutable; for any number of threads.
 */
public final class DataTable {
  static final byte[] FAMILY = PerformanceEvaluation.FAMILY_ZERO;
  private static final String SHAPE = "STRATA_SHAPE";
  private static final int SAMPLE = 100;
  private static final int ROWS_PER_RPC = 10_000;

  /** What a block holds of a cell beside the cell itself. */
  private static final int VERSION_BYTES = 1;

  private final TableName name;
  private final Contents contents;
  private final int regions;
  private final DataBlockEncoding encoding;
  private final int blockBytes;

  private DataTable(
      TableName name, Contents contents, int regions, DataBlockEncoding encoding, int blockBytes) {
    if (regions < 1 || contents.rows() < regions) {
      throw new IllegalArgumentException(
          contents.rows() + " rows cannot lie in " + regions + " regions.");
    }
    this.name = name;
    this.contents = contents;
    this.regions = regions;
    this.encoding = encoding;
    this.blockBytes = blockBytes;
  }

  private DataTable(String name, Contents contents, int regions) {
    this(
        TableName.valueOf(name),
        contents,
        regions,
        DataBlockEncoding.NONE,
        HConstants.DEFAULT_BLOCKSIZE);
  }

  /**
   * Values of zipfian size from 1 byte to 256 KB, as PerformanceEvaluation's {@code valueZipf}
   * draws them: half of them a few bytes, most of the bytes in large ones.
   *
   * @param bytes that the table has at least
   */
  public static DataTable zipfian(String name, long bytes, int regions) {
    return new DataTable(name, NumberedRows.zipfian(bytes), regions);
  }

  /** Values of one size, of which PerformanceEvaluation's is 1000 bytes. */
  public static DataTable fixed(String name, int valueBytes, long rows, int regions) {
    return new DataTable(name, NumberedRows.fixed(valueBytes, rows), regions);
  }

  /**
   * The first rows of a data set, in one region. Keeps the keys on the heap.
   *
   * @param bytes that the table has at least; the data set may have fewer
   */
  public static DataTable of(String name, DataSet data, long bytes) throws IOException {
    return new DataTable(name, DataSetRows.of(data, bytes), 1);
  }

  /** Returns a table of another name with the same contents. */
  public DataTable named(String other) {
    return new DataTable(TableName.valueOf(other), contents, regions, encoding, blockBytes);
  }

  /** Returns the same table with its blocks encoded. */
  public DataTable encoded(DataBlockEncoding other) {
    return new DataTable(name, contents, regions, other, blockBytes);
  }

  /**
   * Returns the same table with blocks that end with the cell that brings them to that many bytes;
   * of others, HBase's default is 64 KB.
   */
  public DataTable withBlockBytes(int bytes) {
    return new DataTable(name, contents, regions, encoding, bytes);
  }

  /**
   * Returns the bytes of the table's files over the bytes of its cells: less than 1 where blocks
   * are encoded well.
   *
   * @param folder where a file is written, and deleted
   */
  public double shareInFiles(Path folder) throws IOException {
    return EncodedSize.share(contents, encoding, folder);
  }

  /** The name. */
  public TableName name() {
    return name;
  }

  /** How many rows there are. */
  public long rows() {
    return contents.rows();
  }

  /**
   * Returns the rows of a data block, of a table whose rows have one cell of one size each and
   * whose blocks are not encoded. The first row begins a block.
   */
  public int rowsPerBlock() {
    long rowBytes = contents.bytes(0) + VERSION_BYTES;
    return Math.toIntExact((blockBytes + rowBytes - 1) / rowBytes);
  }

  int blockBytes() {
    return blockBytes;
  }

  Contents contents() {
    return contents;
  }

  DataBlockEncoding encoding() {
    return encoding;
  }

  /** Bytes of the cells, as data blocks hold them, of the rows {@code from} to {@code to - 1}. */
  public long bytes(long from, long to) {
    return LongStream.range(from, to).map(contents::bytes).sum();
  }

  /**
   * How many of the first rows have that many bytes together. Adds them up row by row, some million
   * rows a second.
   *
   * @param bytes at most what the table has
   */
  public long rowsFor(long bytes) {
    long row = 0;
    for (long sum = 0; sum < bytes; row++) {
      if (row == rows()) {
        throw new IllegalArgumentException(name + " has less than " + bytes + " bytes.");
      }
      sum += contents.bytes(row);
    }
    return row;
  }

  byte[] key(long row) {
    return contents.key(row);
  }

  /**
   * Makes the table, or what is missing of it since that was broken off, and checks it: each
   * region's file by its number of rows, and a sample of the contents. What is there already is not
   * written again.
   *
   * @param root {@code hbase.rootdir}, in this machine's file system
   * @param written is told the bytes of each region's cells as they are in place
   * @throws BenchException if there is a table of that name that is another, or is damaged
   */
  public void ensure(Connection connection, Path root, LongConsumer written)
      throws BenchException, IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(name)) {
        admin.createTable(descriptor(), splitKeys());
      }
      checkShape(admin.getDescriptor(name));
      List<RegionInfo> all = admin.getRegions(name);
      all.sort(Comparator.naturalOrder());
      TableFiles files = new TableFiles(connection.getConfiguration(), root, this);
      for (int i = 0; i < regions; i++) {
        RegionInfo region = all.get(i);
        if (!files.has(region)) {
          // A region looks for its files when it is opened.
          if (admin.isTableEnabled(name)) {
            admin.disableTable(name);
          }
          files.write(region, firstRow(i), firstRow(i + 1));
        }
        files.check(region, firstRow(i + 1) - firstRow(i));
        written.accept(bytes(firstRow(i), firstRow(i + 1)));
      }
      if (admin.isTableDisabled(name)) {
        admin.enableTable(name);
      }
    }
    checkSample(connection);
  }

  /** The region's first row, or the number of rows for the region after the last. */
  private long firstRow(int region) {
    return rows() * region / regions;
  }

  private byte[][] splitKeys() {
    byte[][] keys = new byte[regions - 1][];
    for (int i = 1; i < regions; i++) {
      keys[i - 1] = key(firstRow(i));
    }
    return keys;
  }

  private TableDescriptor descriptor() {
    return TableDescriptorBuilder.newBuilder(name)
        .setColumnFamily(
            ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                .setBloomFilterType(BloomType.ROW)
                .setDataBlockEncoding(encoding)
                .setBlocksize(blockBytes)
                .build())
        .setRegionSplitPolicyClassName(DisabledRegionSplitPolicy.class.getName())
        .setCompactionEnabled(false)
        .setValue(SHAPE, shape())
        .build();
  }

  private String shape() {
    String all =
        String.format(
            Locale.ROOT, "%,d rows with %s in %d regions", rows(), contents.kind(), regions);
    String blocks =
        blockBytes == HConstants.DEFAULT_BLOCKSIZE
            ? ""
            : " with blocks of " + blockBytes + " bytes";
    return (encoding == DataBlockEncoding.NONE ? all : all + ", " + encoding) + blocks;
  }

  private void checkShape(TableDescriptor there) throws BenchException {
    String its = there.getValue(SHAPE);
    if (!shape().equals(its)) {
      throw new BenchException(
          String.format(
              "The table %s that is there has %s where %s were asked for: drop it, or use another"
                  + " folder.",
              name, its == null ? "contents of somebody else's" : its, shape()));
    }
  }

  private void checkSample(Connection connection) throws BenchException, IOException {
    try (Table table = connection.getTable(name)) {
      for (int i = 0; i < regions; i++) {
        checkWhole(table, firstRow(i));
        checkWhole(table, firstRow(i + 1) - 1);
      }
      for (int i = 0; i < SAMPLE; i++) {
        checkWhole(table, Math.floorMod(Mix.mix(i, 0), rows()));
      }
    }
  }

  private void checkWhole(Table table, long row) throws BenchException, IOException {
    check(row, table.get(new Get(key(row))), true);
  }

  /**
   * Reads rows {@code from} to {@code to - 1} once, which brings their blocks into the cache.
   *
   * @throws BenchException if one is missing or wrong
   */
  public void scan(Connection connection, long from, long to) throws BenchException, IOException {
    Scan scan = new Scan().withStartRow(key(from)).setCaching(ROWS_PER_RPC);
    if (to < rows()) {
      scan.withStopRow(key(to));
    }
    long row = from;
    try (Table table = connection.getTable(name);
        ResultScanner results = table.getScanner(scan)) {
      for (Result result : results) {
        check(row, result, false);
        row++;
      }
    }
    if (row != to) {
      throw missing(row);
    }
  }

  /**
   * Checks what the server gave for a row: that it is this row, and its cells.
   *
   * @param whole whether to check every byte, and not only lengths and beginnings
   */
  void check(long row, Result result, boolean whole) throws BenchException {
    if (result.isEmpty() || !CellUtil.matchingRows(result.rawCells()[0], key(row))) {
      throw new BenchException(
          "Row " + text(row) + " of " + name + " is missing; the server gave " + result + ".");
    }
    String fault = contents.fault(row, result.rawCells(), whole);
    if (fault != null) {
      throw new BenchException("Row " + text(row) + " of " + name + " " + fault + ".");
    }
  }

  BenchException missing(long row) {
    return new BenchException("Row " + text(row) + " of " + name + " is missing.");
  }

  String text(long row) {
    return Bytes.toStringBinary(key(row));
  }
}

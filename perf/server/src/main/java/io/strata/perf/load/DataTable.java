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
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.PerformanceEvaluation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
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
 * A table with known contents, so that every answer can be checked. Its family is
 * PerformanceEvaluation's; its regions have equal numbers of rows and one uncompressed file each.
 * Regions are never split and files never compacted.
 *
 * <p>Immutable and thread-safe.
 */
public final class DataTable {
  static final byte[] FAMILY = PerformanceEvaluation.FAMILY_ZERO;
  private static final String LAYOUT = "STRATA_LAYOUT";
  private static final int SAMPLE = 100;
  private static final int ROWS_PER_RPC = 10_000;

  /** Bytes that a block has for each cell in addition to the cell itself: the MVCC version. */
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
          contents.rows() + " rows do not fill " + regions + " regions.");
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
   * Returns a table of values of zipfian size from 1 byte to 256 KB, distributed as by
   * PerformanceEvaluation's {@code valueZipf}: half of the values have a few bytes, and large
   * values have most of the bytes.
   *
   * @param bytes minimum size of the table
   */
  public static DataTable zipfian(String name, long bytes, int regions) {
    return new DataTable(name, NumberedRows.zipfian(bytes), regions);
  }

  /** Returns a table of values of one size; PerformanceEvaluation's is 1000 bytes. */
  public static DataTable fixed(String name, int valueBytes, long rows, int regions) {
    return new DataTable(name, NumberedRows.fixed(valueBytes, rows), regions);
  }

  /**
   * Returns a table of the first rows of a data set, in one region. Keeps the keys on the heap.
   *
   * @param bytes minimum size of the table, unless the data set is smaller
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
   * Returns the same table with another block size: a block ends with the cell that reaches it. The
   * default is HBase's, 64 KB.
   */
  public DataTable withBlockBytes(int bytes) {
    return new DataTable(name, contents, regions, encoding, bytes);
  }

  /**
   * Returns the size of the table's files divided by the size of its cells; less than 1 if the
   * encoding is effective.
   *
   * @param folder for a temporary file
   */
  public double shareInFiles(Path folder) throws IOException {
    return EncodedSize.share(contents, encoding, folder);
  }

  /** Returns the name. */
  public TableName name() {
    return name;
  }

  /** Returns the number of rows. */
  public long rows() {
    return contents.rows();
  }

  /**
   * Returns the number of rows in a data block. Requires that all rows have one cell of the same
   * size and that blocks are not encoded. The first row begins a block.
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

  /** Returns the bytes, in data blocks, of the cells of rows {@code from} to {@code to - 1}. */
  public long bytes(long from, long to) {
    return LongStream.range(from, to).map(contents::bytes).sum();
  }

  byte[] key(long row) {
    return contents.key(row);
  }

  /**
   * Creates the table, or what an interrupted call left out, and checks the number of rows in each
   * region's file and a sample of the contents. Existing files are not written again.
   *
   * @param root {@code hbase.rootdir} in the local file system
   * @param written receives the bytes of each region's cells once its file is in place
   * @throws BenchException if a different table of that name exists, or the table is damaged
   */
  public void ensure(Connection connection, Path root, LongConsumer written)
      throws BenchException, IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(name)) {
        admin.createTable(descriptor(), splitKeys());
      }
      checkLayout(admin.getDescriptor(name));
      List<RegionInfo> all = admin.getRegions(name);
      all.sort(Comparator.naturalOrder());
      TableFiles files = new TableFiles(connection.getConfiguration(), root, this);
      for (int i = 0; i < regions; i++) {
        RegionInfo region = all.get(i);
        if (!files.has(region)) {
          // A region finds its files only when it is opened.
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

  /**
   * Creates the table, writes its rows through the server, and flushes each region to one file. For
   * file systems to which files cannot be moved.
   *
   * @throws IOException if the table exists
   */
  public void load(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin();
        BufferedMutator server = connection.getBufferedMutator(name)) {
      admin.createTable(descriptor(), splitKeys());
      List<RegionInfo> all = admin.getRegions(name);
      all.sort(Comparator.naturalOrder());
      for (int i = 0; i < regions; i++) {
        contents.write(firstRow(i), firstRow(i + 1), cell -> server.mutate(put(cell)));
        server.flush();
        admin.flushRegion(all.get(i).getRegionName());
      }
    }
  }

  private static Put put(KeyValue cell) throws IOException {
    // Rows that are lost with the server fail the run.
    return new Put(CellUtil.cloneRow(cell)).add(cell).setDurability(Durability.SKIP_WAL);
  }

  /** Returns a put of the values that a row has. */
  Put update(long row) throws IOException {
    Put put = new Put(key(row));
    contents.write(
        row,
        row + 1,
        cell -> put.addColumn(FAMILY, CellUtil.cloneQualifier(cell), CellUtil.cloneValue(cell)));
    return put;
  }

  /** Returns a region's first row; for the region after the last, the number of rows. */
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
        .setValue(LAYOUT, layout())
        .build();
  }

  private String layout() {
    String all =
        String.format(
            Locale.ROOT, "%,d rows with %s in %d regions", rows(), contents.kind(), regions);
    String blocks =
        blockBytes == HConstants.DEFAULT_BLOCKSIZE
            ? ""
            : " with blocks of " + blockBytes + " bytes";
    return (encoding == DataBlockEncoding.NONE ? all : all + ", " + encoding) + blocks;
  }

  private void checkLayout(TableDescriptor there) throws BenchException {
    String existing = there.getValue(LAYOUT);
    if (!layout().equals(existing)) {
      throw new BenchException(
          String.format(
              "Table %s exists with %s, expected %s. Drop it or use another folder.",
              name, existing == null ? "unknown contents" : existing, layout()));
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

  /**
   * Reads and checks the first row of each region.
   *
   * @throws BenchException if a row is missing or wrong
   */
  public void checkFirstRows(Connection connection) throws BenchException, IOException {
    try (Table table = connection.getTable(name)) {
      for (int i = 0; i < regions; i++) {
        checkWhole(table, firstRow(i));
      }
    }
  }

  private void checkWhole(Table table, long row) throws BenchException, IOException {
    check(row, table.get(new Get(key(row))), true);
  }

  /**
   * Scans rows {@code from} to {@code to - 1} once, which inserts their blocks into the cache.
   *
   * @throws BenchException if a row is missing or wrong
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
   * Checks the server's answer for a row: its key and its cells.
   *
   * @param whole whether to check every byte, not only lengths and first bytes
   */
  void check(long row, Result result, boolean whole) throws BenchException {
    if (result.isEmpty() || !CellUtil.matchingRows(result.rawCells()[0], key(row))) {
      throw new BenchException(
          "Row " + text(row) + " of " + name + " is missing; the server returned " + result + ".");
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

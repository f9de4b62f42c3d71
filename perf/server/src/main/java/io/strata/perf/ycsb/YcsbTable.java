package io.strata.perf.ycsb;

import io.strata.perf.common.BenchException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.SnapshotDescription;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * YCSB's table: one region, one family, rows of 10 columns of 100 bytes, and one file after
 * loading.
 *
 * <p>It is loaded once, and all runs of all configurations start from that state. Most workloads
 * write: updates leave files and old values behind, and inserts grow the table in proportion to the
 * configuration's speed. YCSB inserts the same keys in each run, from the record count on, which
 * already exist in the second run. So loading ends with a snapshot, and {@link #restore} returns
 * the table to it, with the same files. Call it before the run that follows one with writes, and
 * before warming the cache: a region that was closed and opened may begin with an empty cache.
 * Within a run the table still grows, more for a fast configuration than for a slow one, unless
 * both run at the same rate.
 *
 * <p>Loaded values are a function of the key, so that YCSB can check them (its {@code
 * dataintegrity}); values written by a measured run are random.
 */
public final class YcsbTable {
  /** The name of the table. */
  public static final TableName NAME = TableName.valueOf(BindingOptions.DEFAULT_TABLE);

  private static final String SNAPSHOT = NAME.getQualifierAsString() + "-loaded";
  private static final String NO_SPLITS =
      "org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy";
  private static final int COLUMNS = 10;
  private static final int COLUMN_BYTES = 100;
  private static final int ROWS_PER_RPC = 1000;

  /** Longer than on any disk; after this time the load is considered hung. */
  private static final Duration LOAD_LIMIT = Duration.ofHours(2);

  /** Digits of a row's number in its key, so that keys sort as numbers. */
  private static final int KEY_DIGITS = 10;

  private final Map<String, String> clientSite;
  private final int records;
  private final int blockBytes;
  private final boolean inOrder;

  private YcsbTable(Map<String, String> clientSite, int records, int blockBytes, boolean inOrder) {
    if (records < 1) {
      throw new IllegalArgumentException("records=" + records + ": must be at least 1.");
    }
    this.clientSite = Map.copyOf(clientSite);
    this.records = records;
    this.blockBytes = blockBytes;
    this.inOrder = inOrder;
  }

  /**
   * @param clientSite lines of a client's {@code hbase-site.xml}
   * @param records number of rows, at least one
   */
  public YcsbTable(Map<String, String> clientSite, int records) {
    this(clientSite, records, HConstants.DEFAULT_BLOCKSIZE, false);
  }

  /**
   * Returns a table whose rows are sorted by the order of insertion, not by a hash: the newest rows
   * are adjacent, and so are the rows of a hot spot.
   *
   * @param clientSite lines of a client's {@code hbase-site.xml}
   * @param records number of rows, at least one
   * @param blockBytes HBase's block size
   */
  public static YcsbTable inOrder(Map<String, String> clientSite, int records, int blockBytes) {
    return new YcsbTable(clientSite, records, blockBytes, true);
  }

  /** Returns the bytes of all values, without keys. */
  public long valueBytes() {
    return (long) records * COLUMNS * COLUMN_BYTES;
  }

  /** Returns YCSB's properties for runs on this table. */
  Map<String, String> properties() {
    Map<String, String> properties = new HashMap<>(clientSite);
    properties.put(BindingOptions.TABLE, NAME.getNameAsString());
    properties.put("recordcount", Integer.toString(records));
    properties.put("fieldcount", Integer.toString(COLUMNS));
    properties.put("fieldlength", Integer.toString(COLUMN_BYTES));
    if (inOrder) {
      properties.put("insertorder", "ordered");
      properties.put("zeropadding", Integer.toString(KEY_DIGITS));
    }
    return properties;
  }

  /** Returns whether the table has been loaded completely. */
  public boolean isLoaded() throws IOException {
    try (Connection connection = connect();
        Admin admin = connection.getAdmin()) {
      List<SnapshotDescription> snapshots = admin.listSnapshots();
      return snapshots.stream().anyMatch(each -> each.getName().equals(SNAPSHOT));
    }
  }

  /**
   * Creates the table, replacing a partly loaded one, fills it with YCSB's load phase, compacts it
   * to one file and checks it.
   *
   * @param folder for YCSB's files; created if missing
   * @param threads number of client threads
   * @throws BenchException if YCSB failed, or a row is missing or damaged
   */
  public void load(Path folder, int threads)
      throws BenchException, IOException, InterruptedException {
    try (Connection connection = connect();
        Admin admin = connection.getAdmin()) {
      create(admin);
      fill(folder, threads);
      new Compaction(NAME).run(admin);
      scan(connection);
      admin.snapshot(SNAPSHOT, NAME);
    }
  }

  private void create(Admin admin) throws IOException {
    if (admin.tableExists(NAME)) {
      if (admin.isTableEnabled(NAME)) {
        admin.disableTable(NAME);
      }
      admin.deleteTable(NAME);
    }
    admin.createTable(
        TableDescriptorBuilder.newBuilder(NAME)
            .setRegionSplitPolicyClassName(NO_SPLITS)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(
                        Bytes.toBytes(BindingOptions.DEFAULT_FAMILY))
                    .setBlocksize(blockBytes)
                    .build())
            .build());
  }

  /** Unlike in a run, rows are sent in batches and without WAL, since a flush follows. */
  private void fill(Path folder, int threads)
      throws BenchException, IOException, InterruptedException {
    Map<String, String> properties = properties();
    properties.put("dotransactions", "false");
    properties.put("dataintegrity", "true");
    properties.put(BindingOptions.BUFFERED, "true");
    properties.put(BindingOptions.DURABILITY, "SKIP_WAL");
    YcsbSummary summary =
        new YcsbClient(folder).run(properties, Math.min(threads, records), LOAD_LIMIT);
    if (summary.operations("INSERT") != records) {
      throw new BenchException(
          "YCSB loaded %d of %d rows.".formatted(summary.operations("INSERT"), records));
    }
  }

  /**
   * Restores the loaded state of the table.
   *
   * @throws IOException if it was not loaded, or HBase failed
   */
  public void restore() throws IOException {
    try (Connection connection = connect();
        Admin admin = connection.getAdmin()) {
      if (admin.isTableEnabled(NAME)) {
        admin.disableTable(NAME);
      }
      admin.restoreSnapshot(SNAPSHOT, false);
      admin.enableTable(NAME);
    }
  }

  /**
   * Scans the whole table once, which inserts its blocks into the cache.
   *
   * @throws BenchException if the number of rows is not that of the load, or a row is damaged
   */
  public void scan() throws BenchException, IOException {
    try (Connection connection = connect()) {
      scan(connection);
    }
  }

  private void scan(Connection connection) throws BenchException, IOException {
    long seen = 0;
    try (Table table = connection.getTable(NAME);
        ResultScanner rows = table.getScanner(new Scan().setCaching(ROWS_PER_RPC))) {
      for (Result row : rows) {
        if (row.size() != COLUMNS || List.of(row.rawCells()).stream().anyMatch(YcsbTable::wrong)) {
          throw new BenchException("A scan returned a damaged row: " + row + ".");
        }
        seen++;
      }
    }
    if (seen != records) {
      throw new BenchException("A scan returned %d rows, %d were loaded.".formatted(seen, records));
    }
  }

  private static boolean wrong(Cell cell) {
    return cell.getValueLength() != COLUMN_BYTES;
  }

  private Connection connect() throws IOException {
    Configuration configuration = HBaseConfiguration.create();
    clientSite.forEach(configuration::set);
    return ConnectionFactory.createConnection(configuration);
  }
}

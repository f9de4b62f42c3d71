package io.strata.it.correctness;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.it.cluster.TableRegions;
import io.strata.it.cluster.TableWork;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * A table of one region in which each write puts the same version into two families of a row. Reads
 * check that a row has one version. Values are a function of row and version.
 *
 * <p>Thread-safe, except that only one thread at a time may write.
 */
final class TwoFamilyTable {
  static final int ROWS = 40;
  private static final byte[] FIRST = {'a'};
  private static final byte[] SECOND = {'b'};
  private static final byte[] QUALIFIER = {'q'};
  private static final int VALUE_LENGTH = 1_000;

  /** Rows per call: a scan takes several calls, so that a move can occur between two. */
  private static final int CACHING = 4;

  private static final int CALL_PAUSE_MILLIS = 30;

  private final TableName name;
  private final int[] versions = new int[ROWS];

  /** Numbers of moves of the region that began and that ended. */
  private final AtomicInteger begun = new AtomicInteger();

  private final AtomicInteger ended = new AtomicInteger();

  TwoFamilyTable(Admin admin, String name, int maxVersions) throws IOException {
    this.name = TableName.valueOf(name);
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(this.name);
    for (byte[] family : List.of(FIRST, SECOND)) {
      table.setColumnFamily(
          ColumnFamilyDescriptorBuilder.newBuilder(family)
              .setMaxVersions(maxVersions)
              .setBlocksize(4 << 10)
              // One family is compacted more often, so that it drops versions before the other.
              .setConfiguration("hbase.hstore.compaction.min", family == FIRST ? "8" : "2")
              .build());
    }
    admin.createTable(table.build());
  }

  void drop(Admin admin) throws IOException {
    admin.disableTable(name);
    admin.deleteTable(name);
  }

  Table open(Connection connection) throws IOException {
    return connection.getTable(name);
  }

  void flush(Admin admin) throws IOException {
    TableWork.flush(admin, name);
  }

  /** Moves the region to the other server. */
  void move(TableRegions regions) throws Exception {
    RegionInfo region = regions.all().get(0);
    int target = regions.isOn(region, 0) ? 1 : 0;
    begun.incrementAndGet();
    regions.move(region, target);
    ended.incrementAndGet();
  }

  int moves() {
    return ended.get();
  }

  TableName name() {
    return name;
  }

  /** Writes the next version of a row. */
  void write(Table table, int row) throws IOException {
    int version = ++versions[row];
    byte[] value = value(row, version);
    table.put(
        new Put(key(row)).addColumn(FIRST, QUALIFIER, value).addColumn(SECOND, QUALIFIER, value));
  }

  /** Reads a row. */
  void get(Table table, int row, RowTally tally) throws IOException {
    Result result = table.get(new Get(key(row)));
    if (!result.isEmpty()) {
      tally.gets.increment();
      check(result, tally, tally.mixedInGets);
    }
  }

  /** Scans all rows in several calls. */
  void scan(Table table, RowTally tally) throws IOException, InterruptedException {
    int endedBefore = ended.get();
    int mixed = 0;
    int rows = 0;
    try (ResultScanner scanner = table.getScanner(new Scan().setCaching(CACHING))) {
      for (Result result : scanner) {
        tally.scanned.increment();
        if (++rows % CACHING == 0) {
          Thread.sleep(CALL_PAUSE_MILLIS); // Lets moves and compactions occur between calls.
        }
        if (isMixed(result, tally)) {
          mixed++;
        }
      }
    }
    if (begun.get() > endedBefore) {
      tally.scansAcrossMoves.increment();
      tally.mixedAcrossMoves.add(mixed);
    } else {
      tally.mixedWithoutMoves.add(mixed);
    }
  }

  private static void check(Result result, RowTally tally, LongAdder mixed) {
    if (isMixed(result, tally)) {
      mixed.increment();
    }
  }

  /** Returns whether the families differ; counts values that were never written. */
  private static boolean isMixed(Result result, RowTally tally) {
    int row = Integer.parseInt(new String(result.getRow(), UTF_8));
    int first = version(row, result.getValue(FIRST, QUALIFIER), tally);
    int second = version(row, result.getValue(SECOND, QUALIFIER), tally);
    return first != second;
  }

  private static int version(int row, byte[] value, RowTally tally) {
    if (value == null) {
      return 0;
    }
    int version = value.length < Integer.BYTES ? -1 : ByteBuffer.wrap(value).getInt();
    if (!Arrays.equals(value, value(row, version))) {
      tally.wrongBytes.increment();
    }
    return version;
  }

  private static byte[] key(int row) {
    return String.format("%06d", row).getBytes(UTF_8);
  }

  private static byte[] value(int row, int version) {
    byte[] value = new byte[VALUE_LENGTH];
    new SplittableRandom(((long) row << 32) + version).nextBytes(value);
    ByteBuffer.wrap(value).putInt(version);
    return value;
  }
}

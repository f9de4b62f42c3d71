package io.strata.perf.ycsb;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;

/**
 * YCSB's database interface on HBase's synchronous client: a record is a row, a field a column of
 * one family. YCSB makes one of these for each of its threads; they share a connection.
 *
 * <p>YCSB's interface has no multi-get. Here a key with commas in it, which YCSB never makes by
 * itself, is a list of keys, read by one multi-get; the fields come back as {@code <key>/<field>}.
 *
 * <p>YCSB counts operations, not rows. How many rows each request has read or written is therefore
 * kept as a measurement of its own, {@value #ROWS}, whose "latencies" are rows.
 *
 * <p>Properties:
 *
 * <ul>
 *   <li>{@code table}: the table; {@value BindingOptions#DEFAULT_TABLE} if not set
 *   <li>{@code columnfamily}: its family; {@value BindingOptions#DEFAULT_FAMILY} if not set
 *   <li>{@code clientbuffering}: whether inserts are collected on the client and sent many at once,
 *       for loading; {@code false} if not set
 *   <li>{@code durability}: of everything that is written, a name of HBase's {@code Durability};
 *       {@code USE_DEFAULT} if not set
 *   <li>{@code hbase.…} and {@code zookeeper.…}: as in a client's {@code hbase-site.xml}
 * </ul>
 *
 * <p>A row that is not there is {@code NOT_FOUND}; an operation that fails is logged and {@code
 * ERROR}.
 */
@SuppressWarnings({"JdkObsolete", "NonApiType"}) // A Vector of HashMaps, as YCSB has it.
public final class HBaseBinding extends DB {
  /** Rows of each request, among YCSB's measurements. */
  static final String ROWS = "ROWS";

  static final String KEY_SEPARATOR = ",";
  static final String FIELD_SEPARATOR = "/";

  /** The most rows of one request that YCSB's histograms tell from one more or less. */
  static final int MAX_ROWS = 2047;

  private static final Logger LOG = LoggerFactory.getLogger(HBaseBinding.class);

  private @Nullable Session session;

  /** What there is between {@link #init} and {@link #cleanup}. */
  private record Session(BindingOptions options, Table table, BufferedMutator buffer) {}

  @Override
  public void init() throws DBException {
    try {
      BindingOptions options = BindingOptions.of(getProperties());
      Connection connection = SharedConnection.acquire(options);
      session =
          new Session(
              options,
              connection.getTable(options.table()),
              connection.getBufferedMutator(options.table()));
    } catch (IOException | IllegalArgumentException e) {
      throw new DBException(e);
    }
  }

  @Override
  public void cleanup() throws DBException {
    Session last = session();
    session = null;
    try {
      last.buffer().close();
      last.table().close();
      SharedConnection.release();
    } catch (IOException e) {
      throw new DBException(e);
    }
  }

  private Session session() {
    if (session == null) {
      throw new IllegalStateException("Call init() first.");
    }
    return session;
  }

  @Override
  public Status read(
      String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
    if (key.contains(KEY_SEPARATOR)) {
      return answer("multi-get", key, () -> multiGet(key, fields, result));
    }
    return answer(
        "read",
        key,
        () -> {
          Result row = session().table().get(get(key, fields));
          collect(row, "", result);
          return row.isEmpty() ? 0 : 1;
        });
  }

  private int multiGet(String keys, @Nullable Set<String> fields, Map<String, ByteIterator> result)
      throws IOException {
    List<Get> gets = Stream.of(keys.split(KEY_SEPARATOR, -1)).map(key -> get(key, fields)).toList();
    int found = 0;
    for (Result row : session().table().get(gets)) {
      if (row.isEmpty()) {
        return 0;
      }
      found++;
      collect(row, Bytes.toString(row.getRow()) + FIELD_SEPARATOR, result);
    }
    return found;
  }

  @Override
  public Status scan(
      String table,
      String startKey,
      int count,
      @Nullable Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return answer(
        "scan",
        startKey,
        () -> {
          try (ResultScanner rows = session().table().getScanner(scanOf(startKey, count, fields))) {
            for (Result row : rows) {
              HashMap<String, ByteIterator> cells = new HashMap<>();
              collect(row, "", cells);
              result.add(cells);
            }
          }
          return result.size();
        });
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return answer(
        "update",
        key,
        () -> {
          session().table().put(put(key, values));
          return 1;
        });
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    if (!session().options().buffered()) {
      return update(table, key, values);
    }
    Status status =
        answer(
            "insert",
            key,
            () -> {
              session().buffer().mutate(put(key, values));
              return 1;
            });
    return status.equals(Status.OK) ? Status.BATCHED_OK : status;
  }

  @Override
  public Status delete(String table, String key) {
    return answer(
        "delete",
        key,
        () -> {
          session()
              .table()
              .delete(
                  new Delete(Bytes.toBytes(key)).setDurability(session().options().durability()));
          return 1;
        });
  }

  /** Something that HBase is asked for. */
  private interface Request {
    /** Asks, and tells how many rows were read or written; none if one was not there. */
    int send() throws IOException;
  }

  private static Status answer(String operation, String key, Request request) {
    int rows;
    try {
      rows = request.send();
    } catch (IOException | IllegalArgumentException e) {
      LOG.error("A {} of {} failed.", operation, key, e);
      return Status.ERROR;
    }
    if (rows == 0) {
      return Status.NOT_FOUND;
    }
    Measurements.getMeasurements().measureIntended(ROWS, rows);
    return Status.OK;
  }

  private Get get(String key, @Nullable Set<String> fields) {
    Get get = new Get(Bytes.toBytes(key));
    byte[] family = Bytes.toBytes(session().options().family());
    if (fields == null) {
      return get.addFamily(family);
    }
    fields.forEach(field -> get.addColumn(family, Bytes.toBytes(field)));
    return get;
  }

  /**
   * All that is asked for fits in one answer, unless it has more bytes than HBase sends at once.
   */
  private Scan scanOf(String startKey, int count, @Nullable Set<String> fields) {
    Scan scan = new Scan().withStartRow(Bytes.toBytes(startKey)).setLimit(count).setCaching(count);
    byte[] family = Bytes.toBytes(session().options().family());
    if (fields == null) {
      return scan.addFamily(family);
    }
    fields.forEach(field -> scan.addColumn(family, Bytes.toBytes(field)));
    return scan;
  }

  private Put put(String key, Map<String, ByteIterator> values) {
    BindingOptions options = session().options();
    Put put = new Put(Bytes.toBytes(key)).setDurability(options.durability());
    byte[] family = Bytes.toBytes(options.family());
    values.forEach((field, value) -> put.addColumn(family, Bytes.toBytes(field), value.toArray()));
    return put;
  }

  private static void collect(Result row, String prefix, Map<String, ByteIterator> to) {
    for (Cell cell : row.rawCells()) {
      String field =
          Bytes.toString(
              cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
      to.put(
          prefix + field,
          new ByteArrayByteIterator(
              cell.getValueArray(), cell.getValueOffset(), cell.getValueLength()));
    }
  }
}

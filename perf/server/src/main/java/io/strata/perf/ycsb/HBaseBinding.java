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
 * YCSB's database interface on HBase's synchronous client: a record is a row, a field is a column
 * of one family. YCSB creates an instance for each of its threads; all share a connection.
 *
 * <p>YCSB's interface has no multi-get. Here a key that contains commas, which YCSB itself never
 * generates, is a list of keys, read by one multi-get; the fields are returned as {@code
 * <key>/<field>}.
 *
 * <p>YCSB counts operations, not rows. The number of rows of each request is therefore recorded as
 * a measurement of its own, {@value #ROWS}, whose "latencies" are rows.
 *
 * <p>Properties:
 *
 * <ul>
 *   <li>{@code table}: the table; default {@value BindingOptions#DEFAULT_TABLE}
 *   <li>{@code columnfamily}: its family; default {@value BindingOptions#DEFAULT_FAMILY}
 *   <li>{@code clientbuffering}: whether the client buffers inserts and sends them in batches, for
 *       loading; default {@code false}
 *   <li>{@code durability}: of writes, a name of HBase's {@code Durability}; default {@code
 *       USE_DEFAULT}
 *   <li>{@code hbase.…} and {@code zookeeper.…}: as in a client's {@code hbase-site.xml}
 * </ul>
 *
 * <p>A missing row is {@code NOT_FOUND}; a failed operation is logged and {@code ERROR}.
 */
@SuppressWarnings({"JdkObsolete", "NonApiType"}) // YCSB's interface has a Vector of HashMaps.
public final class HBaseBinding extends DB {
  /** The name of the measurement of rows. */
  static final String ROWS = "ROWS";

  static final String KEY_SEPARATOR = ",";
  static final String FIELD_SEPARATOR = "/";

  /** Maximum rows of a request that YCSB's histograms record exactly. */
  static final int MAX_ROWS = 2047;

  private static final Logger LOG = LoggerFactory.getLogger(HBaseBinding.class);

  private @Nullable Session session;

  /** The state from {@link #init} to {@link #cleanup}. */
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

  /** A call to HBase. */
  private interface HBaseCall {
    /** Returns the number of rows read or written; 0 if a row is missing. */
    int send() throws IOException;
  }

  private static Status answer(String operation, String key, HBaseCall call) {
    int rows;
    try {
      rows = call.send();
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

  /** Returns a scan whose rows come in one answer, unless they exceed HBase's maximum size. */
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

package io.strata.perf.ycsb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import site.ycsb.ByteIterator;
import site.ycsb.Client;
import site.ycsb.DB;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/**
 * YCSB's core workload with two additions.
 *
 * <p>Each operation is measured as a whole, as {@value #OPERATION}: from the time at which it was
 * due, or at full speed from the time at which the thread begins to prepare it, until it is done.
 * YCSB itself counts the read of a read-modify-write as a separate read, so that its counts do not
 * add up to the number of operations.
 *
 * <p>With the property {@value #ROWS_PER_READ}, by default 1, a read is a multi-get of that many
 * rows, each chosen as YCSB chooses a single row: see {@link HBaseBinding}. YCSB counts it as one
 * read.
 */
public final class HBaseWorkload extends CoreWorkload {
  static final String OPERATION = "OPERATION";
  static final String ROWS_PER_READ = "rowsperread";

  private final Measurements measured = Measurements.getMeasurements();
  private int rowsPerRead = 1;
  private boolean verifies;

  /** Also connects, so that the run does not include the time for it. */
  @Override
  public void init(Properties properties) throws WorkloadException {
    super.init(withoutOperationCount(properties));
    verifies = Boolean.parseBoolean(properties.getProperty(DATA_INTEGRITY_PROPERTY));
    try {
      rowsPerRead = rows(properties, ROWS_PER_READ, "1");
      rows(properties, MAX_SCAN_LENGTH_PROPERTY, MAX_SCAN_LENGTH_PROPERTY_DEFAULT);
      SharedConnection.acquire(BindingOptions.of(properties));
    } catch (IOException | IllegalArgumentException e) {
      throw new WorkloadException(e);
    }
  }

  /**
   * Returns the properties with an operation count of 0. YCSB uses the count to forecast inserts:
   * it also draws keys among a tenth as many inserts, and draws again until it finds an existing
   * key. A run that is limited by time has no count, only an enormous placeholder.
   */
  private static Properties withoutOperationCount(Properties properties) {
    Properties copy = new Properties();
    copy.putAll(properties);
    copy.setProperty(Client.OPERATION_COUNT_PROPERTY, "0");
    return copy;
  }

  static int rows(Properties properties, String name, String byDefault) {
    String value = properties.getProperty(name, byDefault);
    try {
      int rows = Integer.parseInt(value);
      if (rows >= 1 && rows <= HBaseBinding.MAX_ROWS) {
        return rows;
      }
    } catch (NumberFormatException e) {
      // Handled like a number out of range.
    }
    throw BindingOptions.wrong(name, value, "a number of rows from 1 to " + HBaseBinding.MAX_ROWS);
  }

  @Override
  public void cleanup() throws WorkloadException {
    try {
      SharedConnection.release();
    } catch (IOException e) {
      throw new WorkloadException(e);
    }
  }

  @Override
  public boolean doTransaction(DB db, Object threadState) {
    long due = measured.getIntendedtartTimeNs();
    boolean goOn = super.doTransaction(db, threadState);
    measured.measureIntended(OPERATION, (int) ((System.nanoTime() - due) / 1000));
    return goOn;
  }

  @Override
  public void doTransactionRead(DB db) {
    if (rowsPerRead == 1) {
      super.doTransactionRead(db);
      return;
    }
    List<String> keys = new ArrayList<>(rowsPerRead);
    for (int i = 0; i < rowsPerRead; i++) {
      keys.add(buildKeyName(nextRecord()));
    }
    Map<String, ByteIterator> cells = new HashMap<>();
    db.read(table, String.join(HBaseBinding.KEY_SEPARATOR, keys), null, cells);
    if (verifies) {
      verify(new LinkedHashSet<>(keys), cells);
    }
  }

  /** Returns the next record; YCSB's zipfian generator sometimes exceeds the last one. */
  private long nextRecord() {
    while (true) {
      long record = keychooser.nextValue().longValue();
      if (record < recordcount) {
        return record;
      }
    }
  }

  private void verify(Set<String> keys, Map<String, ByteIterator> cells) {
    for (String key : keys) {
      String prefix = key + HBaseBinding.FIELD_SEPARATOR;
      HashMap<String, ByteIterator> row = new HashMap<>();
      cells.forEach(
          (name, value) -> {
            if (name.startsWith(prefix)) {
              row.put(name.substring(prefix.length()), value);
            }
          });
      verifyRow(key, row);
    }
  }
}

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
 * YCSB's own workload, which decides what is asked for, with two additions.
 *
 * <p>Each operation is measured as a whole, as {@value #OPERATION}: from when it was due, or where
 * there is no rate from when the thread begins to make it up, to when it is done. YCSB itself
 * counts the read of a read-modify-write as a read of its own, so that its figures do not add up to
 * one for each operation.
 *
 * <p>With the property {@value #ROWS_PER_READ}, 1 if not set, a read is a multi-get of that many
 * rows, chosen one by one as YCSB chooses a single one: see {@link HBaseBinding}. YCSB then counts
 * it as one read.
 */
public final class HBaseWorkload extends CoreWorkload {
  static final String OPERATION = "OPERATION";
  static final String ROWS_PER_READ = "rowsperread";

  private final Measurements measured = Measurements.getMeasurements();
  private int rowsPerRead = 1;
  private boolean verifies;

  /** Connects as well, so that the time for that is not part of the run. */
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
   * YCSB takes the count for a forecast: it chooses keys among those of a tenth as many inserts
   * too, and then again until it comes upon one that is there. A run that is limited by time has no
   * count, and an enormous one in its place.
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
      // The same as a number out of range.
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

  /** Zipfian choice goes past the last record now and then, also in YCSB itself. */
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

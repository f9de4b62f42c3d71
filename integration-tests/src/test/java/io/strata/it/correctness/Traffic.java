package io.strata.it.correctness;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;

/** Readers and a writer that use a table and check every answer until they are stopped. */
final class Traffic {
  private static final int READERS = 2;
  private static final int SPAN = 200;

  /** Without pauses, readers take the processors from the servers whose regions move. */
  private static final int READ_PAUSE_MILLIS = 10;

  /** Writes change the rows; they are not meant as load. */
  private static final int WRITE_PAUSE_MILLIS = 5;

  private final ExecutorService threads = Executors.newFixedThreadPool(READERS + 1);
  private final List<Future<?>> running = new ArrayList<>();
  private final int rowsToARegion;
  private volatile boolean stopped;

  /**
   * @param rowsToARegion number of rows of each region if regions may be reopened meanwhile, 0 if
   *     none is
   * @param seed of the random choices
   */
  Traffic(Connection connection, TableName name, Versions versions, int rowsToARegion, long seed) {
    this.rowsToARegion = rowsToARegion;
    for (int reader = 0; reader < READERS; reader++) {
      Random random = new Random(seed + reader);
      run(
          connection,
          name,
          versions,
          READ_PAUSE_MILLIS,
          table -> read(table, random, versions.rows()));
    }
    Random random = new Random(seed + READERS);
    run(
        connection,
        name,
        versions,
        WRITE_PAUSE_MILLIS,
        table -> table.write(random.nextInt(versions.rows())));
  }

  private void run(
      Connection connection,
      TableName name,
      Versions versions,
      int pauseMillis,
      CheckedTableAction work) {
    running.add(
        threads.submit(
            () -> {
              try (Table table = connection.getTable(name)) {
                CheckedTable checked = new CheckedTable(table, versions);
                while (!stopped) {
                  work.on(checked);
                  Thread.sleep(pauseMillis);
                }
              }
              return null;
            }));
  }

  private void read(CheckedTable table, Random random, int rows) throws Exception {
    switch (random.nextInt(8)) {
      case 0 -> {
        int from = random.nextInt(rows - SPAN);
        // Not in reverse: with any cache, such a scan loses cells when its region is closed.
        if (rowsToARegion > 0) {
          table.checkScanOverReopenings(from, from + SPAN, rowsToARegion);
        } else {
          table.checkScan(from, from + SPAN, false);
        }
      }
      case 1, 2 -> table.checkMultiGet(random.ints(20, 0, rows).toArray());
      default -> table.checkGet(random.nextInt(rows));
    }
  }

  /** Runs a step, then stops, and throws the error of any thread. */
  void during(TableOperations.Step step) throws Exception {
    try {
      step.run();
    } finally {
      stop();
    }
  }

  private void stop() throws Exception {
    stopped = true;
    threads.shutdown();
    for (Future<?> thread : running) {
      thread.get();
    }
  }

  private interface CheckedTableAction {
    void on(CheckedTable table) throws Exception;
  }
}

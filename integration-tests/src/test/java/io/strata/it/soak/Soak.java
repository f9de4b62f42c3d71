package io.strata.it.soak;

import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.TestClusters;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** Runs readers, writers and chores on a table until the time is over. The first error ends it. */
final class Soak implements AutoCloseable {
  private static final TableName NAME = TableName.valueOf("soak");
  private static final long NEVER_SPLIT_BY_ITSELF = Long.MAX_VALUE / 4;
  private static final int ROWS = 12_000;
  private static final int READERS = 3;
  private static final int WRITERS = 2;
  private static final int WRITERS_PAUSE_MILLIS = 10;
  private static final int CALL_MILLIS = 180_000;
  private static final int RETRIES = 50;
  private static final long TICK_SECONDS = 30;

  private final HBaseCluster cluster;
  private final Connection connection;
  private final Admin admin;
  private final Model model = Model.of(ROWS);
  private final Transitions transitions = new Transitions();
  private final Tally tally = new Tally();
  private final List<String> errors = Collections.synchronizedList(new ArrayList<>());
  private final ServerFigures before;
  private final long begin;
  private volatile boolean stopped;

  Soak(HBaseCluster cluster) throws IOException {
    this.cluster = cluster;
    Configuration client = cluster.clientConfiguration();
    // A busy machine is not an error.
    client.setInt("hbase.rpc.timeout", CALL_MILLIS);
    client.setInt("hbase.client.operation.timeout", 2 * CALL_MILLIS);
    client.setInt("hbase.client.retries.number", RETRIES);
    client.setInt("hbase.client.scanner.timeout.period", CALL_MILLIS);
    connection = ConnectionFactory.createConnection(client);
    admin = connection.getAdmin();
    before = ServerFigures.of(cluster.regionServers());
    begin = System.nanoTime();
  }

  /** Creates the table, on all servers, and writes every row. */
  void fill() throws Exception {
    admin.balancerSwitch(false, true);
    admin.createTable(
        TableDescriptorBuilder.newBuilder(NAME)
            .setRegionSplitPolicyClassName(
                "org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy")
            .setMaxFileSize(NEVER_SPLIT_BY_ITSELF)
            .setColumnFamilies(List.of(SoakFamily.descriptors()))
            .build(),
        new byte[][] {RowCheck.key(ROWS / 4), RowCheck.key(ROWS / 2), RowCheck.key(ROWS / 4 * 3)});
    try (Table table = connection.getTable(NAME)) {
      new CheckedWrites(table, model, tally, 0, 1).writeAll();
    }
  }

  /** Runs the load, with a line of progress each half minute. */
  void run(Duration time) throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(READERS + WRITERS + 1);
    for (int reader = 0; reader < READERS; reader++) {
      long seed = reader;
      threads.execute(() -> withTable(table -> read(table, seed)));
    }
    for (int writer = 0; writer < WRITERS; writer++) {
      int number = writer;
      threads.execute(() -> withTable(table -> write(table, number)));
    }
    threads.execute(() -> attempt(this::doChores));
    threads.shutdown();
    long end = System.nanoTime() + time.toNanos();
    while (!stopped && System.nanoTime() < end) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (!threads.awaitTermination(
          Math.min(left, TimeUnit.SECONDS.toMillis(TICK_SECONDS)), TimeUnit.MILLISECONDS)) {
        tick();
      }
    }
    stopped = true;
    if (!threads.awaitTermination(CALL_MILLIS, TimeUnit.MILLISECONDS)) {
      fail("A call does not end.");
      tick();
    }
  }

  private void tick() {
    attempt(
        () -> {
          System.out.println(SoakReport.progress(elapsed(), tally, figures(), errors.size()));
          if (TestClusters.onStrata()) {
            ServerLogs.complaints(cluster).forEach(this::fail);
          }
        });
  }

  private void withTable(SoakWork work) {
    attempt(
        () -> {
          try (Table table = connection.getTable(NAME)) {
            work.on(table);
          }
        });
  }

  private void read(Table table, long seed) throws Exception {
    CheckedReads reads = new CheckedReads(table, model, transitions, tally, seed);
    while (!stopped) {
      reads.readSomething();
    }
  }

  private void write(Table table, int writer) throws Exception {
    CheckedWrites writes = new CheckedWrites(table, model, tally, writer, WRITERS);
    while (!stopped) {
      writes.writeSomething();
      Thread.sleep(WRITERS_PAUSE_MILLIS);
    }
  }

  private void doChores() throws Exception {
    try (Chores chores = new Chores(cluster, connection, NAME, ROWS, transitions, tally, 1)) {
      while (!stopped) {
        chores.doSomething();
      }
    }
  }

  /** Reads all rows again after the load has ended. */
  void checkAll() {
    withTable(
        table -> {
          CheckedReads reads = new CheckedReads(table, model, transitions, tally, 0);
          reads.scan(ScanPlan.ofTable(ROWS));
          for (int row = 0; row < ROWS; row++) {
            reads.get(row);
          }
        });
  }

  /** Closes the table's regions, and so their files. */
  void closeTable() throws IOException {
    admin.disableTable(NAME);
  }

  /** Runs an action; anything that it throws is an error and ends the soak. */
  void attempt(SoakAction action) {
    try {
      action.run();
    } catch (Throwable e) {
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace));
      fail(trace.toString());
    }
  }

  private void fail(String what) {
    stopped = true;
    errors.add("after " + elapsed().toSeconds() + " s: " + what);
  }

  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  ServerFigures figures() throws IOException {
    return ServerFigures.of(cluster.regionServers()).since(before);
  }

  Tally tally() {
    return tally;
  }

  List<String> errors() {
    return List.copyOf(errors);
  }

  @Override
  public void close() throws IOException {
    admin.close();
    connection.close();
  }

  /** An action that may throw. */
  interface SoakAction {
    void run() throws Exception;
  }

  private interface SoakWork {
    void on(Table table) throws Exception;
  }
}

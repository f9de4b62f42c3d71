package io.strata.it.correctness;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * Flushes and compacts random regions of a table during an action. Requests that a dead server
 * rejects are ignored: the changes of files matter, not the success of each request.
 */
final class Maintenance {
  private static final long PAUSE_MILLIS = 200;

  private final TableName table;
  private final Random random;
  private final Connection connection;
  private final Thread thread = new Thread(this::run, "maintenance");
  private volatile boolean stopped;
  private final AtomicInteger done = new AtomicInteger();

  Maintenance(Configuration client, TableName table, long seed) throws IOException {
    this.table = table;
    random = new Random(seed);
    Configuration impatient = new Configuration(client);
    impatient.setInt("hbase.client.retries.number", 1);
    impatient.setInt("hbase.rpc.timeout", 5000);
    impatient.setInt("hbase.client.operation.timeout", 5000);
    connection = ConnectionFactory.createConnection(impatient);
  }

  private void run() {
    while (!stopped) {
      try (Admin admin = connection.getAdmin()) {
        maintain(admin);
        done.incrementAndGet();
      } catch (IOException e) {
        // A server is dead or not ready yet.
      }
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void maintain(Admin admin) throws IOException {
    List<RegionInfo> regions = admin.getRegions(table);
    byte[] region = regions.get(random.nextInt(regions.size())).getRegionName();
    switch (random.nextInt(4)) {
      case 0 -> admin.compactRegion(region);
      case 1 -> admin.majorCompactRegion(region);
      default -> admin.flushRegion(region);
    }
  }

  /** Returns the number of successful requests. */
  int during(TableOperations.Step step) throws Exception {
    thread.start();
    try {
      step.run();
    } finally {
      stopped = true;
      thread.join();
      connection.close();
    }
    return done.get();
  }
}

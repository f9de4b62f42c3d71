package io.strata.perf.run;

import io.strata.perf.load.DataTable;
import io.strata.perf.load.LoadException;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** What studies do with their tables besides reading them under measurement. */
final class Tables {
  /** A share of misses in a scan that is no longer worth another scan. */
  private static final double FEW_MISSES = 0.001;

  private static final int MOST_SCANS = 4;

  private Tables() {}

  /** Makes a table, or what is missing of it. */
  static void make(DataTable table, Server server) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(server.configuration())) {
      table.ensure(connection, server.rootFolder(), bytes -> {});
    } catch (LoadException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * Reads the first rows of a table until the server has them all in its cache, if it caches data
   * blocks at all.
   *
   * @throws IOException when it still has not after some scans
   */
  static void fill(DataTable table, Connection connection, long rows, Sampler sampler)
      throws IOException {
    try {
      table.scan(connection, 0, rows);
      for (int scans = 1; scans < MOST_SCANS; scans++) {
        ServerCounters before = sampler.counters();
        table.scan(connection, 0, rows);
        double hits = sampler.counters().since(before).hitRatio();
        if (Double.isNaN(hits) || hits > 1 - FEW_MISSES) {
          return;
        }
      }
    } catch (LoadException e) {
      throw new IOException(e.getMessage(), e);
    }
    throw new IOException(
        "After %d scans of rows that fit into it, the cache still misses some: give it more with --cache."
            .formatted(MOST_SCANS));
  }
}

package io.strata.perf.run;

import io.strata.perf.load.DataTable;
import io.strata.perf.load.LoadException;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** What studies do with their tables besides reading them under measurement. */
final class Tables {
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
   * Reads the first rows of a table once, which brings their blocks into the cache: the warm-up
   * after it goes on until no more come.
   */
  static void fill(DataTable table, Connection connection, long rows) throws IOException {
    try {
      table.scan(connection, 0, rows);
    } catch (LoadException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}

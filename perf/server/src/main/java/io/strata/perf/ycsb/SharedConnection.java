package io.strata.perf.ycsb;

import java.io.IOException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.jspecify.annotations.Nullable;

/**
 * The JVM's only connection, open from the first {@link #acquire} to the last {@link #release}.
 * Thread-safe.
 */
final class SharedConnection {
  private static @Nullable Connection connection;
  private static int users;

  private SharedConnection() {}

  /**
   * Connects, unless the connection is open, and looks up all regions, so that no operation has to.
   *
   * @throws IOException if HBase cannot be reached or has no such table
   */
  static synchronized Connection acquire(BindingOptions options) throws IOException {
    Connection open = connection;
    if (open == null) {
      open = ConnectionFactory.createConnection(options.configuration());
      try (RegionLocator regions = open.getRegionLocator(options.table())) {
        if (regions.getAllRegionLocations().isEmpty()) {
          throw new TableNotFoundException(options.table());
        }
      } catch (IOException e) {
        open.close();
        throw e;
      }
      connection = open;
    }
    users++;
    return open;
  }

  /** Undoes a successful {@link #acquire}. */
  static synchronized void release() throws IOException {
    users--;
    if (users == 0 && connection != null) {
      connection.close();
      connection = null;
    }
  }
}

package io.strata.it.features;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Uses Phoenix on a cluster as a client does: writes rows of a table with a secondary index, and
 * reads all by key, by scan and by index. Runs in a JVM of its own, with Phoenix's classes.
 */
final class PhoenixProgram {
  private static final int ROWS = 10_000;
  private static final int GROUPS = 100;
  private static final int BATCH = 1_000;

  /** The second round reads from the cache. */
  private static final int ROUNDS = 2;

  /** Of this many rows one is read by key: a query costs many times what a read of HBase does. */
  private static final int ROW_STEP = 50;

  /** Of this many groups one is queried. */
  private static final int GROUP_STEP = 4;

  private PhoenixProgram() {}

  /**
   * Ends with an exception if an answer is wrong.
   *
   * @param arguments the JDBC URL, and {@code write} or {@code read}
   */
  public static void main(String[] arguments) throws SQLException {
    try (Connection connection = DriverManager.getConnection(arguments[0])) {
      if (arguments[1].equals("write")) {
        write(connection);
      } else {
        read(connection);
      }
    }
    System.out.println("No wrong answer.");
  }

  private static void read(Connection connection) throws SQLException {
    for (int round = 0; round < ROUNDS; round++) {
      readByKey(connection);
      equal("rows", ROWS, number(connection, "SELECT /*+ NO_INDEX */ COUNT(v) FROM t"));
      for (int group = 0; group < GROUPS; group += GROUP_STEP) {
        String where = " WHERE g = " + group;
        equal("rows", ROWS / GROUPS, number(connection, "SELECT COUNT(*) FROM t" + where));
        equal("smallest key", group, number(connection, "SELECT MIN(id) FROM t" + where));
      }
    }
  }

  private static void write(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE t (id INTEGER PRIMARY KEY, g INTEGER, v VARCHAR) BLOCKSIZE = 16384");
      statement.execute("CREATE INDEX i ON t (g)");
    }
    try (PreparedStatement upsert = connection.prepareStatement("UPSERT INTO t VALUES (?, ?, ?)")) {
      for (int row = 0; row < ROWS; row++) {
        upsert.setInt(1, row);
        upsert.setInt(2, row % GROUPS);
        upsert.setString(3, value(row));
        upsert.execute();
        if (row % BATCH == BATCH - 1) {
          connection.commit();
        }
      }
    }
    connection.commit();
  }

  private static void readByKey(Connection connection) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement("SELECT v FROM t WHERE id = ?")) {
      for (int row = 0; row < ROWS; row += ROW_STEP) {
        select.setInt(1, row);
        try (ResultSet result = select.executeQuery()) {
          equal("row " + row, true, result.next());
          equal("value of row " + row, value(row), result.getString(1));
        }
      }
    }
  }

  private static String value(int row) {
    return ("value " + row + " ").repeat(40);
  }

  private static long number(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      result.next();
      return result.getLong(1);
    }
  }

  private static void equal(String what, Object expected, Object actual) {
    if (!expected.toString().equals(actual.toString())) {
      throw new IllegalStateException(what + ": expected " + expected + ", was " + actual);
    }
  }
}

package io.strata.perf.ycsb;

import java.util.Arrays;
import java.util.Locale;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;

/**
 * The options of {@link HBaseBinding}, from YCSB's properties; {@code HBaseBinding} documents them.
 *
 * @param configuration of the HBase client
 * @param table of all operations
 * @param family of the fields
 * @param buffered whether the client buffers inserts
 * @param durability of writes
 */
record BindingOptions(
    Configuration configuration,
    TableName table,
    String family,
    boolean buffered,
    Durability durability) {
  static final String TABLE = "table";
  static final String FAMILY = "columnfamily";
  static final String BUFFERED = "clientbuffering";
  static final String DURABILITY = "durability";

  static final String DEFAULT_TABLE = "usertable";
  static final String DEFAULT_FAMILY = "f";

  /**
   * Reads the properties.
   *
   * @throws IllegalArgumentException if a property is invalid; the message names it and the fix
   */
  static BindingOptions of(Properties properties) {
    Configuration configuration = HBaseConfiguration.create();
    for (String name : properties.stringPropertyNames()) {
      if (name.startsWith("hbase.") || name.startsWith("zookeeper.")) {
        configuration.set(name, properties.getProperty(name));
      }
    }
    return new BindingOptions(
        configuration,
        table(properties.getProperty(TABLE, DEFAULT_TABLE)),
        family(properties.getProperty(FAMILY, DEFAULT_FAMILY)),
        buffered(properties.getProperty(BUFFERED, "false")),
        durability(properties.getProperty(DURABILITY, Durability.USE_DEFAULT.name())));
  }

  private static TableName table(String value) {
    try {
      return TableName.valueOf(value);
    } catch (IllegalArgumentException e) {
      throw wrong(TABLE, value, "a valid table name");
    }
  }

  private static String family(String value) {
    if (value.isEmpty() || value.contains(":")) {
      throw wrong(FAMILY, value, "a name without colons");
    }
    return value;
  }

  private static boolean buffered(String value) {
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default -> throw wrong(BUFFERED, value, "true or false");
    };
  }

  private static Durability durability(String value) {
    try {
      return Durability.valueOf(value.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw wrong(DURABILITY, value, "one of " + Arrays.toString(Durability.values()));
    }
  }

  static IllegalArgumentException wrong(String name, String value, String allowed) {
    return new IllegalArgumentException(
        name + "=" + value + ": is invalid. Set it to " + allowed + ".");
  }
}

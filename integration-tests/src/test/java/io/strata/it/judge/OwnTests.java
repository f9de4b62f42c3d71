package io.strata.it.judge;

import io.strata.it.cluster.BuildTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rows of {@code HBASE-TESTS.md}: HBase's test classes that use block caches, with the results
 * of each on Strata.
 */
final class OwnTests {
  static final Path TABLE = BuildTree.root().resolve("integration-tests/HBASE-TESTS.md");

  private static final Pattern ROW =
      Pattern.compile(
          "\\| `(?<name>[\\w.]+)` \\| (?<runs>\\S+) \\| (?<passed>\\d+) \\| (?<why>.*) \\|");
  private static final Pattern METHOD = Pattern.compile("`([\\w$()]+)`");
  private static final String PACKAGE = "org.apache.hadoop.hbase.";

  /** When a class runs. */
  enum Runs {
    /** With every build. */
    ALWAYS,
    /** Only with {@code -Dstrata.it.own.tests=all}, since it takes minutes. */
    ALL,
    /** Never: none of its tests can run. */
    NEVER
  }

  /**
   * One test class.
   *
   * @param className with its package
   * @param passed number of passed tests, counting each parameter
   * @param failing methods that fail, for reasons in the table
   */
  record Row(String className, Runs runs, int passed, Set<String> failing) {
    @Override
    public String toString() {
      return className.substring(className.lastIndexOf('.') + 1);
    }
  }

  private OwnTests() {}

  static List<Row> rows() throws IOException {
    try (Stream<String> lines = Files.lines(TABLE)) {
      return lines.map(ROW::matcher).filter(Matcher::matches).map(OwnTests::row).toList();
    }
  }

  private static Row row(Matcher row) {
    Set<String> failing =
        METHOD
            .matcher(row.group("why"))
            .results()
            .map(method -> method.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    return new Row(
        PACKAGE + row.group("name"),
        Runs.valueOf(row.group("runs").toUpperCase(Locale.ROOT)),
        Integer.parseInt(row.group("passed")),
        failing);
  }
}

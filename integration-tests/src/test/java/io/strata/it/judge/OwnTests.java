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
 * The rows of {@code HBASE-TESTS.md}: HBase's test classes that have to do with block caches, and
 * what became of each with Strata.
 */
final class OwnTests {
  static final Path TABLE = BuildTree.root().resolve("integration-tests/HBASE-TESTS.md");

  private static final Pattern ROW =
      Pattern.compile(
          "\\| `(?<name>[\\w.]+)` \\| (?<runs>\\S+) \\| (?<passed>\\d+) \\| (?<why>.*) \\|");
  private static final Pattern METHOD = Pattern.compile("`([\\w$()]+)`");
  private static final String PACKAGE = "org.apache.hadoop.hbase.";

  /** When a class is run. */
  enum Runs {
    /** With every build. */
    ALWAYS,
    /** With {@code -Dstrata.it.own.tests=all} only, as it takes minutes. */
    ALL,
    /** Never: nothing of it can run. */
    NEVER
  }

  /**
   * One test class.
   *
   * @param className with its package
   * @param passed how many of its tests pass; those with parameters count for each
   * @param failing the methods that do not, of which the table says why
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

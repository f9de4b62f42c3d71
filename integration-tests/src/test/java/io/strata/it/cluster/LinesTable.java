package io.strata.it.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which test has run on which version of HBase, as {@code target/lines.md}: written anew with each
 * cluster that a test starts.
 */
final class LinesTable {
  private static final Pattern SERVER_JAR = Pattern.compile("hbase-server-(.*)\\.jar");

  private static final Map<String, TreeSet<String>> TESTS = new TreeMap<>();

  private LinesTable() {}

  /** Notes that the test that calls this runs on a version of HBase. */
  static synchronized void note(HBaseDistribution distribution, RegionServerSetup setup) {
    TESTS.computeIfAbsent(line(distribution, setup), line -> new TreeSet<>()).add(test());
    StringBuilder table = new StringBuilder("| HBase | tests |\n|---|---|\n");
    TESTS.forEach(
        (line, tests) -> table.append("| %s | %s |\n".formatted(line, String.join(", ", tests))));
    Path file = BuildTree.root().resolve("integration-tests/target/lines.md");
    try {
      Files.writeString(file, table);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + file + ".", e);
    }
  }

  private static String line(HBaseDistribution distribution, RegionServerSetup setup) {
    String modules = distribution.toString().replaceFirst("HBase ", "");
    for (Path jar : setup.classPath()) {
      Matcher server = SERVER_JAR.matcher(jar.getFileName().toString());
      if (server.matches()) {
        return server.group(1) + ", other modules of " + modules;
      }
    }
    return modules;
  }

  private static String test() {
    return StackWalker.getInstance()
        .walk(frames -> frames.map(StackWalker.StackFrame::getClassName).toList())
        .stream()
        .map(name -> name.replaceFirst(".*\\.", "").replaceFirst("\\$.*", ""))
        .filter(name -> name.endsWith("IT"))
        .findFirst()
        .orElse("-");
  }
}

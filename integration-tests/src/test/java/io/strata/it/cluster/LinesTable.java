package io.strata.it.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes a table of the tests by version of HBase to {@code target/lines.md}. Each cluster that a
 * test starts adds a line to {@code target/lines}, which the tests of several JVMs share.
 */
final class LinesTable {
  private static final String SEPARATOR = "\t";
  private static final Pattern SERVER_JAR = Pattern.compile("hbase-server-(.*)\\.jar");

  private LinesTable() {}

  /** Records that the calling test runs on a version of HBase. */
  static synchronized void note(HBaseDistribution distribution, RegionServerSetup setup) {
    Path target = BuildTree.root().resolve("integration-tests/target");
    Path notes = target.resolve("lines");
    try {
      Files.writeString(
          notes,
          line(distribution, setup) + SEPARATOR + test() + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
      Files.writeString(target.resolve("lines.md"), table(Files.readAllLines(notes)));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + notes + ".", e);
    }
  }

  private static String table(List<String> notes) {
    Map<String, TreeSet<String>> tests = new TreeMap<>();
    for (String each : notes) {
      String[] lineAndTest = each.split(SEPARATOR, 2);
      tests.computeIfAbsent(lineAndTest[0], line -> new TreeSet<>()).add(lineAndTest[1]);
    }
    StringBuilder table = new StringBuilder("| HBase | tests |\n|---|---|\n");
    tests.forEach(
        (line, names) -> table.append("| %s | %s |\n".formatted(line, String.join(", ", names))));
    return table.toString();
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

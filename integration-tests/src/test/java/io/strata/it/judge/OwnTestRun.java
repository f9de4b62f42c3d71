package io.strata.it.judge;

import io.strata.it.cluster.BuildTree;
import io.strata.it.cluster.JavaCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The result of one of HBase's test classes, run on Strata in a JVM of its own.
 *
 * @param passed number of passed tests
 * @param failing methods of failed tests
 * @param lookUps number of Strata's look-ups meanwhile
 * @param inserts number of Strata's inserts meanwhile
 * @param log the JVM's output
 */
record OwnTestRun(int passed, Set<String> failing, long lookUps, long inserts, Path log) {
  private static final long LONGEST_MINUTES = 15;
  private static final Path MODULE = BuildTree.root().resolve("integration-tests/hbase-own-tests");

  static OwnTestRun of(String testClass) throws IOException, InterruptedException {
    Path folder = BuildTree.root().resolve("integration-tests/target/own-tests").resolve(testClass);
    Files.createDirectories(folder);
    writeSite(folder);
    Path results = folder.resolve("results.tsv");
    Files.deleteIfExists(results);
    Path log = folder.resolve("log.txt");
    Process jvm =
        new ProcessBuilder(command(testClass, folder, results))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    if (!jvm.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
      jvm.destroyForcibly().waitFor();
      throw new IllegalStateException(testClass + " did not end. See " + log + ".");
    }
    if (!Files.exists(results)) {
      throw new IllegalStateException(testClass + " has no results. See " + log + ".");
    }
    return read(results, log);
  }

  /** Writes the part of HBase's test configuration that matters here. */
  private static void writeSite(Path folder) throws IOException {
    Files.writeString(
        folder.resolve("hbase-site.xml"),
        """
        <?xml version="1.0"?>
        <configuration>
          <property><name>hbase.defaults.for.version.skip</name><value>true</value></property>
          <property><name>hbase.regionserver.handler.count</name><value>3</value></property>
          <property><name>hbase.regionserver.msginterval</name><value>100</value></property>
          <property><name>hbase.regionserver.info.port</name><value>-1</value></property>
          <property><name>hbase.master.info.port</name><value>-1</value></property>
          <property><name>hbase.table.sanity.checks</name><value>false</value></property>
        </configuration>
        """);
  }

  private static List<String> command(String testClass, Path folder, Path results)
      throws IOException {
    Path runner = runner();
    List<String> classPath = new ArrayList<>();
    classPath.add(folder.toString());
    classPath.add(runner.toString());
    classPath.add(BuildTree.dropInJar().toString());
    classPath.add(classPathOf("hbase-own-tests"));
    classPath.add(classPathOf("hbase-2.6.4-tests"));
    List<String> command = new ArrayList<>();
    command.add(JavaCommand.java());
    command.addAll(JavaCommand.hbaseOptions());
    // Some tests compute with the heap's size, which some collectors round.
    command.addAll(List.of("-Xmx1g", "-XX:MaxDirectMemorySize=3g", JavaCommand.QUICK_COMPILER));
    command.add("-javaagent:" + runner);
    command.addAll(List.of("-cp", String.join(":", classPath), "io.strata.judge.Runner"));
    command.addAll(List.of(testClass, results.toString()));
    return command;
  }

  /** Returns the jar that Strata's build adds to HBase's own tests. */
  static Path runner() {
    return MODULE.resolve("target/strata-hbase-own-tests-0.1.0-SNAPSHOT.jar");
  }

  static String classPathOf(String module) {
    Path file = BuildTree.root().resolve("integration-tests/" + module + "/target/class-path");
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(
          file + " is missing. Write it with ./mvnw package -pl integration-tests -am.", e);
    }
  }

  private static OwnTestRun read(Path results, Path log) throws IOException {
    int passed = 0;
    Set<String> failing = new TreeSet<>();
    long[] used = new long[2];
    try (Stream<String> lines = Files.lines(results)) {
      for (String line : (Iterable<String>) lines::iterator) {
        String[] fields = line.split("\t", 3);
        switch (fields[0]) {
          case "passed" -> passed++;
          case "failed" -> failing.add(fields[1].replaceAll("\\[.*", ""));
          case "used" -> used = new long[] {Long.parseLong(fields[1]), Long.parseLong(fields[2])};
          default -> {
            // Skipped by the test itself.
          }
        }
      }
    }
    return new OwnTestRun(passed, failing, used[0], used[1], log);
  }
}

package io.strata.perf.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** The log of this JVM: HBase's client, and PerformanceEvaluation with its results. */
final class ClientLog {
  private static final String NAME = "client.log";

  private ClientLog() {}

  /** Sends it to a file in {@code folder}. Call this before anything of HBase is touched. */
  static Path open(Path folder) throws IOException {
    Path file = Files.createFile(folder.resolve(NAME));
    System.setProperty("strata.compare.log", file.toString());
    System.setProperty("log4j2.configurationFile", "strata-compare-log4j2.properties");
    return file;
  }

  /** Copies the logs of a run that failed to where they survive it. */
  static Path save(Path folder, Path to) throws IOException {
    Files.createDirectories(to);
    Path servers = folder.resolve("hbase/logs");
    copy(List.of(folder.resolve(NAME)), to);
    if (Files.isDirectory(servers)) {
      try (Stream<Path> logs = Files.list(servers)) {
        copy(logs.toList(), to);
      }
    }
    return to;
  }

  private static void copy(List<Path> files, Path to) throws IOException {
    for (Path file : files) {
      Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    }
  }
}

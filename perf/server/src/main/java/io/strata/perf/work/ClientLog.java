package io.strata.perf.work;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Redirects the log of HBase's client in this JVM, and standard error, to files while it is open.
 */
final class ClientLog implements AutoCloseable {
  private static final String NAME = "client.log";
  private static final String ERRORS_NAME = "client.err";

  private final Path folder;
  private final Path file;
  private final PrintStream terminal = System.err;

  /**
   * Creates the files in {@code folder}. Call this before any class of HBase is used: its logging
   * is configured only once.
   */
  ClientLog(Path folder) throws IOException {
    this.folder = folder;
    file = Files.createFile(folder.resolve(NAME));
    System.setProperty("strata.compare.log", file.toString());
    System.setProperty("log4j2.configurationFile", "strata-compare-log4j2.properties");
    // HBase's client prints the stack traces of failures that it recovers from.
    Path errors = folder.resolve(ERRORS_NAME);
    System.setErr(new PrintStream(Files.newOutputStream(errors), true, StandardCharsets.UTF_8));
  }

  /** Returns the file that HBase's loggers write to. */
  Path file() {
    return file;
  }

  @Override
  public void close() {
    System.err.close();
    System.setErr(terminal);
  }

  /** Copies these logs and those of the servers to a folder that survives the run. */
  Path save(Path to) throws IOException {
    Files.createDirectories(to);
    Path servers = folder.resolve("hbase/logs");
    copy(List.of(file, folder.resolve(ERRORS_NAME)), to);
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

package io.strata.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The names of trace files in a folder. */
public final class TraceFiles {
  private static final String SUFFIX = ".trace";
  private static final String PREFIX = "strata-";

  private TraceFiles() {}

  /**
   * Returns the name of a new file.
   *
   * @param millis since 1970
   * @param process the process id, which keeps the names of two processes apart
   * @param number of the file within the process
   */
  public static String name(long millis, long process, int number) {
    return "%s%014d-%d-%06d%s".formatted(PREFIX, millis, process, number, SUFFIX);
  }

  /**
   * Returns the traces in a folder, the oldest first.
   *
   * @throws IOException if the folder cannot be read
   */
  public static List<Path> in(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(TraceFiles::isTrace)
          .sorted(Comparator.comparing(file -> file.getFileName().toString()))
          .toList();
    }
  }

  private static boolean isTrace(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
  }
}

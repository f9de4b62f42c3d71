package io.strata.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The names of the files in a folder. */
public final class TraceFiles {
  private static final String SUFFIX = ".trace";
  private static final String PREFIX = "strata-";

  private TraceFiles() {}

  /**
   * The name of a file that is begun now.
   *
   * @param millis since 1970
   * @param process its number, so that names of two do not clash
   * @param number of the file among those of the process
   */
  public static String name(long millis, long process, int number) {
    return "%s%014d-%d-%06d%s".formatted(PREFIX, millis, process, number, SUFFIX);
  }

  /**
   * The traces in a folder, the oldest first.
   *
   * @throws IOException when the folder cannot be read
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

package io.strata.it.soak;

import io.strata.it.cluster.BuildTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** The report of a soak, on the console and in a file. */
final class SoakReport {
  private static final Path FOLDER =
      BuildTree.root().resolve("integration-tests").resolve("target").resolve("soak");

  private SoakReport() {}

  /** Returns a line of progress. */
  static String progress(Duration elapsed, Tally tally, ServerFigures figures, int errors) {
    return ("soak, %d s: %,d rows read, %,d gets, %,d scans, %,d writes, %,d evictions, %,d moved,"
            + " %,d freed by readers, hit ratio %.3f, rows wrong by HBase %d, errors %d")
        .formatted(
            elapsed.toSeconds(),
            tally.of(Operation.ROW_READ),
            tally.of(Operation.GET),
            sum(
                tally,
                Operation.SCAN,
                Operation.REVERSE_SCAN,
                Operation.FILTERED_SCAN,
                Operation.TABLE_SCAN),
            sum(tally, Operation.BATCH_WRITE, Operation.CHECK_AND_PUT, Operation.INCREMENT),
            figures.evicted(),
            figures.moved(),
            figures.freedByReaders(),
            figures.hitRatio(),
            tally.of(Operation.ROW_WRONG_BY_HBASE),
            errors);
  }

  private static long sum(Tally tally, Operation... operations) {
    return Arrays.stream(operations).mapToLong(tally::of).sum();
  }

  /** Returns all figures, the errors, and a line with the result. */
  static String of(
      String cache, Duration elapsed, Tally tally, ServerFigures figures, List<String> errors) {
    StringBuilder report = new StringBuilder();
    line(report, "cache", cache);
    line(report, "seconds", Long.toString(elapsed.toSeconds()));
    for (Operation operation : Operation.values()) {
      line(report, operation.title(), "%,d".formatted(tally.of(operation)));
    }
    figures.byTitle().forEach((title, count) -> line(report, title, "%,d".formatted(count)));
    line(report, "hit ratio", "%.4f".formatted(figures.hitRatio()));
    errors.forEach(error -> report.append(error).append('\n'));
    return report.append(result(tally, figures, errors.size())).toString();
  }

  private static String result(Tally tally, ServerFigures figures, int errors) {
    return "soak: %,d operations, %,d evictions, %,d pinned blocks evicted, errors: %d"
        .formatted(tally.requests(), figures.evicted(), figures.freedByReaders(), errors);
  }

  private static void line(StringBuilder report, String title, String value) {
    report.append("%-48s %16s%n".formatted(title, value));
  }

  /** Writes a report to the build's output folder. */
  static Path write(String cache, String report) throws IOException {
    Files.createDirectories(FOLDER);
    return Files.writeString(FOLDER.resolve("soak-" + cache + ".txt"), report);
  }
}

package io.strata.perf.report;

import io.strata.perf.data.RawData;
import io.strata.readpath.testing.DocumentPart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the published summaries match the published samples. */
@Tag("docs")
class PublishedReportTest {
  /** The summary's tables that the page contains. */
  private static final List<String> ON_PAGE =
      List.of("Rows a second", "Latency, 99.9th percentile", "Server CPU a row");

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource("all")
  void summariesMatchTheirSamples(Path report) throws IOException {
    DocumentPart.requireWhole(report.resolve("summary.md"), summary(report));
  }

  @Test
  void pageHasTablesOfTheSummary() throws IOException {
    String[] parts = summary(newestWhole()).split("(?m)^(?=### )", -1);
    StringBuilder text = new StringBuilder(parts[0].substring(parts[0].indexOf("- ")));
    for (String table : parts) {
      if (ON_PAGE.stream().anyMatch(name -> table.startsWith("### " + name))) {
        text.append(table.strip()).append("\n\n");
      }
    }
    new DocumentPart("perf/results/COMPARE.md", "compare")
        .require(text.toString().stripTrailing() + "\n");
  }

  private String summary(Path report) throws IOException {
    RunFolder.unpack(report.resolve("samples.zip"), folder);
    return ComparisonReport.summary(Run.read(new RawData(folder)));
  }

  static List<Path> all() throws IOException {
    try (Stream<Path> all = Files.list(DocumentPart.root().resolve("perf/results/reports"))) {
      return all.filter(Files::isDirectory).sorted().toList();
    }
  }

  /** Returns the last report of all studies; partial reports have a name after the date. */
  private static Path newestWhole() throws IOException {
    return all().stream()
        .filter(report -> report.getFileName().toString().matches("[-0-9]+"))
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }
}

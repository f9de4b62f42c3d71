package io.strata.perf.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.perf.data.RawData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is published of the last run follows from what was measured in it. */
class PublishedReportTest {
  private static final Path PAGE = Path.of("..", "results", "COMPARE.md");
  private static final String BEGIN = "<!-- compare: begin -->\n";
  private static final String END = "<!-- compare: end -->";

  /** Of the summary's tables, those that the page shows. */
  private static final List<String> ON_PAGE =
      List.of("Rows a second", "Latency, 99.9th percentile", "Server CPU a row");

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource("all")
  void theSummaryIsThatOfTheSamples(Path report) throws IOException {
    unpack(report.resolve("samples.zip"));

    String summary = new MarkdownSummary(Run.read(new RawData(folder))).text();

    Path rendered = Files.writeString(Path.of("target", report.getFileName() + ".md"), summary);
    assertThat(report.resolve("summary.md"))
        .as("The form of the summary has changed: put %s there", rendered)
        .hasContent(summary);
  }

  @Test
  void thePageShowsTablesOfTheSummary() throws IOException {
    String[] parts =
        Files.readString(newestWhole().resolve("summary.md")).split("(?m)^(?=\\*\\*)", -1);
    StringBuilder text = new StringBuilder("\n" + parts[0]);
    for (int i = 1; i < parts.length; i++) {
      String table = parts[i];
      if (ON_PAGE.stream().anyMatch(name -> table.startsWith("**" + name))) {
        text.append(table.strip()).append("\n\n");
      }
    }
    Path rendered = Files.writeString(Path.of("target", "compare.md"), text);

    String page = Files.readString(PAGE);

    assertThat(page).containsOnlyOnce(BEGIN).containsOnlyOnce(END);
    assertThat(page.substring(page.indexOf(BEGIN) + BEGIN.length(), page.indexOf(END)))
        .as("Put %s between the two comments in perf/results/COMPARE.md", rendered)
        .isEqualTo(text.toString());
  }

  static List<Path> all() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("..", "results", "reports"))) {
      return all.filter(Files::isDirectory).sorted().toList();
    }
  }

  /** The last report of all studies; one of a part has a name behind its date. */
  private static Path newestWhole() throws IOException {
    return all().stream()
        .filter(report -> report.getFileName().toString().matches("[-0-9]+"))
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  private void unpack(Path zip) throws IOException {
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(zip), UTF_8)) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        Path file = folder.resolve(entry.getName()).normalize();
        assertThat(file).startsWithRaw(folder);
        if (!entry.isDirectory()) {
          Files.createDirectories(file.getParent());
          Files.copy(in, file);
        }
      }
    }
  }
}

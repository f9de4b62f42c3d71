package io.strata.perf.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.perf.common.RunLock;
import io.strata.perf.stream.engine.EngineKind;
import io.strata.perf.stream.measure.Scale;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A smoke test of the command with all engines. */
class StreamBenchIT {
  private static final long LIMIT_MINUTES = 15;

  /** The folder of the project; tests run in the folder of their module. */
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();

  private static final String NUMBER = "[0-9][0-9,]*";
  private static final String EMPTY_CELL = "(?s).*\\| *(–|NaN|null) *\\|.*";

  @TempDir Path folder;

  @Test
  void writesAReportOfAllEnginesAndDeletesTemporaryFiles() throws Exception {
    assertThat(run(0, "--small", "--output=" + folder))
        .doesNotContain("SLF4J", "WARN", "Exception")
        .endsWith("Written to " + folder.resolve("STREAMS.md") + ".\n");

    assertThat(HOME.resolve("perf/stream/target/streams")).doesNotExist();
    String page = Files.readString(folder.resolve("STREAMS.md"));
    assertThat(page)
        .contains("**A small run: the figures are not meaningful.**")
        .contains("`./strata bench stream --small --output=")
        .contains("- Scale: 5,000 entries of 10,000 bytes");
    assertThat(folder.resolve("STREAMS.tsv")).content().contains("\nSTRATA\t", "\nPRAVEGA\t");
    String measured = page;
    for (EngineKind kind : EngineKind.values()) {
      if (!kind.appends()) {
        measured = measured.replace(memoryOf(kind, page), "");
      }
    }
    assertThat(measured).doesNotMatch(EMPTY_CELL);
    for (EngineKind kind : EngineKind.values()) {
      // First insert, insert, get, delete, and random operations on small and large entries.
      assertThat(page).containsPattern(row(kind.title(), 6, NUMBER + " \\([^|]*"));
    }
    for (String each : appends()) {
      assertThat(page).containsPattern(row(each, 4, NUMBER + " \\([^|]*"));
      assertThat(page).containsPattern(row("append " + each, 2, "[^|]*[0-9.]+ ×"));
      for (EngineKind kind : EngineKind.values()) {
        if (kind.appends()) {
          assertThat(page).containsPattern(row(each + ", " + kind.title(), 4, NUMBER));
        }
      }
    }
    assertThat(goals(page))
        .hasSize(7 + appends().size())
        .allMatch(line -> line.matches(".*(reached|\\*\\*missed\\*\\*) \\|"));
    assertThat(page)
        .containsPattern(
            "metadata, fraction of all memory +\\| +≤ 0.200 % \\| +0.198 % \\| +reached");
  }

  @Test
  void measuresOnlyTheRequestedSectionsAndEngines() throws Exception {
    run(0, "--small", "--only=table", "--engines=strata,hash_map", "--output=" + folder);

    assertThat(Files.readString(folder.resolve("STREAMS.md")))
        .containsPattern("(?m)^\\| delete, relative to HashMap +\\| +≥ 1.00 × \\| +[0-9.]+ × \\|")
        .containsPattern("(?m)^\\| insert +\\| +≥ 1.20 × \\| +– \\| +– \\|")
        .doesNotContain("| RocksDB");
  }

  @Test
  void rejectsASecondRun() throws Exception {
    try (RunLock first = RunLock.take()) {
      assertThat(first).isNotNull();
      assertThat(run(1, "--small"))
          .startsWith("Another measurement is running as process ")
          .hasLineCount(1);
    }
  }

  @Test
  void rejectsAnUnwritableReportFolderBeforeMeasuring() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));

    assertThat(run(1, "--small", "--output=" + file))
        .isEqualTo("--output=" + file + ": cannot be created. Choose another folder.\n");
  }

  @Test
  void rejectsAnUnknownOption() throws Exception {
    assertThat(run(2, "--tiny"))
        .isEqualTo("Unknown option: '--tiny'. See ./strata bench stream --help.\n");
  }

  private String run(int status, String... args) throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    List<String> command =
        new ArrayList<>(List.of(HOME.resolve("strata").toString(), "bench", "stream"));
    command.addAll(List.of(args));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process run = builder.start();

    assertThat(run.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)).isTrue();

    String text = Files.readString(output);
    assertThat(run.exitValue()).as(text).isEqualTo(status);
    return text;
  }

  private static List<String> appends() {
    List<String> titles = new ArrayList<>();
    for (int bytes : Scale.APPENDS) {
      for (int producers : Scale.PRODUCERS) {
        String plural = producers == 1 ? "" : "s";
        titles.add(
            String.format(Locale.ROOT, "%,d bytes, %d producer%s", bytes, producers, plural));
      }
    }
    return titles;
  }

  /** Returns the memory row of an engine, which may lack a figure for appends. */
  private static String memoryOf(EngineKind kind, String page) {
    int section = page.indexOf("## Memory");
    int begin = page.indexOf("| " + kind.title(), section);
    return page.substring(begin, page.indexOf('\n', begin));
  }

  private static List<String> goals(String page) {
    int begin = page.indexOf("|--", page.indexOf("## Targets"));
    return page.substring(page.indexOf('\n', begin) + 1, page.indexOf("## Insert"))
        .lines()
        .filter(line -> line.startsWith("|"))
        .toList();
  }

  private static String row(String title, int cells, String cell) {
    return "(?m)^\\| " + Pattern.quote(title) + " +(\\| +" + cell + " ?){" + cells + "}";
  }
}

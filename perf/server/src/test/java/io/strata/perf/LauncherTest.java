package io.strata.perf;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.BuildTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher script: its help, and its errors before anything is built. */
class LauncherTest {
  @TempDir Path home;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "compare",
        "record",
        "bench engine",
        "bench stream",
        "bench restart",
        "bench object-store",
        "bench paired"
      })
  void missingJavaIsReportedWithTheFix(String command) throws Exception {
    assertThat(rejection(command))
        .isEqualTo(
            ("JAVA_HOME=%s: there is no %1$s/bin/java. Install a JDK 17, the newest that HBase 2.6"
                    + " supports, and set JAVA_HOME to it.\n")
                .formatted(home));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "compare",
        "record",
        "bench engine",
        "bench stream",
        "bench restart",
        "bench object-store",
        "bench paired"
      })
  void otherJavaVersionIsReportedWithTheFix(String command) throws Exception {
    fakeJava("echo '    java.specification.version = 11' >&2");

    assertThat(rejection(command))
        .startsWith("JAVA_HOME=%s: %1$s/bin/java is version 11. Install a JDK 17, ".formatted(home))
        .endsWith(" and set JAVA_HOME to it.\n")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "compare",
        "record",
        "bench engine",
        "bench stream",
        "bench restart",
        "bench object-store",
        "bench paired"
      })
  void failingJavaIsReportedWithTheFix(String command) throws Exception {
    fakeJava("exit 1");

    assertThat(rejection(command))
        .startsWith(
            "JAVA_HOME=%s: %1$s/bin/java is version unknown. Install a JDK 17, ".formatted(home))
        .hasLineCount(1);
  }

  private void fakeJava(String script) throws IOException {
    Path java = Files.createDirectory(home.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\n" + script + "\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
  }

  private String rejection(String command) throws IOException, InterruptedException {
    ProcessBuilder builder = strata(command);
    builder.environment().put("JAVA_HOME", home.toString());
    return run(builder, 2);
  }

  private static ProcessBuilder strata(String words) {
    List<String> command = new ArrayList<>(List.of(BuildTree.root().resolve("strata").toString()));
    command.addAll(List.of(words.split(" ", -1)));
    return new ProcessBuilder(command).redirectErrorStream(true);
  }

  private static String run(ProcessBuilder builder, int status)
      throws IOException, InterruptedException {
    Process run = builder.start();
    String output = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(run.waitFor()).as(output).isEqualTo(status);
    return output;
  }

  @Test
  void helpListsEveryCommandInTwelveLines() throws Exception {
    assertThat(run(strata("help"), 0))
        .contains(
            "demo", "doctor", "size", "compare", "bench", "record", "replay", "results", "release")
        .contains("completion")
        .hasLineCount(12);
    assertThat(run(strata("bench"), 0))
        .contains("engine", "hits", "flash", "stream", "restart", "object-store", "paired", "jmh");
    assertThat(run(strata("help release"), 0)).startsWith("Usage: ./strata release");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "trace|trace: is unknown. See ./strata for the list of commands.",
        "bench all|bench all: is unknown. Choose engine, hits, flash, stream, restart, object-store,"
            + " paired or jmh.",
        "release --once|--once: is unknown. See ./strata release --help.",
      })
  void unknownCommandIsRejectedInOneLine(String words, String sentence) throws Exception {
    assertThat(run(strata(words), 2)).isEqualTo(sentence + "\n");
  }
}

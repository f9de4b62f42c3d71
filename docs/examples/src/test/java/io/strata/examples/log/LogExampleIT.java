package io.strata.examples.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the example as {@code docs/EMBED.md} describes: with one jar and without HBase. */
class LogExampleIT {
  private record Result(int code, String output) {}

  private static Path jar() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("../../readpath/target"))) {
      return files
          .filter(
              each ->
                  each.getFileName().toString().matches("strata-readpath-[^-]*(-SNAPSHOT)?\\.jar"))
          .findFirst()
          .orElseThrow();
    }
  }

  private static Result run(String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(jar() + System.getProperty("path.separator") + "target/classes");
    command.add(LogExample.class.getName());
    command.addAll(List.of(args));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(process.waitFor(), output);
  }

  @Test
  void everyReaderReadsEveryRecord(@TempDir Path folder) throws Exception {
    Result result = run(folder.toString(), "100");
    assertThat(result.output)
        .contains("Appended 1,000,000 records, 100,000,000 bytes")
        .contains("Tail reader 1: 1,000,000 records")
        .contains("Tail reader 2: 1,000,000 records")
        .contains("Catch-up reader: 1,000,000 records");
    assertThat(result.code).isZero();
    assertThat(Files.size(folder.resolve("example.log"))).isEqualTo(100_000_000);
  }

  @Test
  void rejectsInvalidArguments() throws Exception {
    for (String[] args : new String[][] {{}, {"folder", "0"}, {"folder", "many"}}) {
      Result result = run(args);
      assertThat(result.output).startsWith("Usage: LogExample <folder>");
      assertThat(result.code).isEqualTo(2);
    }
  }
}
